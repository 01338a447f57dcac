import { randomUUID } from 'node:crypto'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { secureHeaders } from 'hono/secure-headers'
import { isLanguageTag, namesLanguage, pickLanguage } from '../../domain/language.ts'
import { speakIn, speakProtocol } from '../platform/language/index.ts'
import { runForRequest } from '../platform/logging/index.ts'
import type { AppEnv } from './app-env.ts'
import { isFromThisMachine } from './origin.ts'

/**
 * Headers of every answer. URLs contain the ids of links, so no referrer is sent to other sites; of the device's
 * features only the camera is allowed; the product can't be framed. Behind https, browsers use only https for this host
 * and its subdomains for a year (RFC 6797): without `includeSubDomains`, an attacker in the network could invent a
 * subdomain and serve it over http.
 */
export function setAnswerHeaders(publicUrl: string) {
  const setAll = secureHeaders({
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : false,
    permissionsPolicy: {
      camera: ['self'],
      microphone: [],
      geolocation: [],
      displayCapture: [],
      payment: [],
      usb: [],
    },
  })
  return createMiddleware<AppEnv>(async (c, next) => {
    await setAll(c, next)
    const { headers } = c.res
    // The rest of the body isn't read, so a kept connection would be cut under the client's next request.
    if (c.res.status === 413) headers.set('Connection', 'close')
    const policy = headers.get('Content-Security-Policy')
    // Older browsers read X-Frame-Options instead.
    if (!policy?.includes('frame-ancestors'))
      headers.set('Content-Security-Policy', [policy, "frame-ancestors 'none'"].filter(Boolean).join('; '))
  })
}

/** Additional headers of the API's answers, unless their route sets its own: answers aren't pages and aren't cached. */
export const apiHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const { headers } = c.res
  // Set on the response itself: `c.header` would copy a finished response, including its body.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  }
})

/**
 * Gives each request an id, which is sent as `X-Request-Id` and included in every log line about the request and about
 * the jobs it enqueues. Keeps the id given by a trusted proxy if it is well-formed.
 */
export function assignRequestId(trustProxy: boolean) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const given = trustProxy ? c.req.header('x-request-id') : undefined
    const id = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    c.set('requestId', id)
    c.header('X-Request-Id', id)
    await runForRequest(id, next)
  })
}

/** The cookie of the language that a person chose. Only the pages set it. */
const languageCookie = 'language'

/**
 * Writes every text of an answer in the reader's language: the one they chose, or else the best of those that their
 * browser accepts. Answers of the API are never stored by a cache, so they need no Vary.
 */
export const speakToReader = createMiddleware<AppEnv>((c, next) => {
  const chosen = getCookie(c, languageCookie)
  const accepted = c.req.header('accept-language')
  const isChosen = isLanguageTag(chosen)
  if (!isChosen && !namesLanguage(accepted)) return next()
  return speakIn(pickLanguage(chosen, accepted), next, isChosen)
})

/** Writes the answers of a protocol in English. Its clients know a refusal by its code. */
export const speakToClients = createMiddleware<AppEnv>((_, next) => speakProtocol(next))

/** One answered request: the route pattern that matched, never the URL itself, since URLs contain ids. */
export type ObservedRequest = {
  requestId: string
  method: string
  route: string
  status: number
  milliseconds: number
  /** For a refusal: its code, and the account whose token the request carried. */
  code?: string | undefined
  userId?: string | undefined
}

/** Reports every request once its answer is ready to be sent. */
export function observeRequests(tell: (request: ObservedRequest) => void) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const startedAt = performance.now()
    await next()
    const code = c.get('refusedCode')
    tell({
      requestId: c.get('requestId'),
      method: c.req.method,
      route: routePath(c),
      status: c.res.status,
      milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
      ...(code && { code, userId: c.get('userId') }),
    })
  })
}

/**
 * Everything below /dev is for developers of the product on their own machine: the mails with their links, and the
 * components. For other clients, and on a server that isn't local-only, every path below it answers 404.
 */
export function showDevelopmentPages(settings: { localOnly: boolean }) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!settings.localOnly || !isFromThisMachine(c)) return c.notFound()
    return next()
  })
}
