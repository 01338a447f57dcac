import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { secureHeaders } from 'hono/secure-headers'
import { runOnBehalfOf } from '../platform/logging/index.ts'
import type { AppEnv } from './app-env.ts'
import { isFromThisMachine } from './origin.ts'

/**
 * Headers of every answer. Addresses hold the ids of links, so no referrer is sent to other sites; of the device's
 * powers only the camera is used; the product cannot be framed. Behind https, browsers use only https with this host
 * and its subdomains for a year (RFC 6797): without the subdomains, an attacker in the network could invent one and
 * answer for it in clear.
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
    const policy = headers.get('Content-Security-Policy')
    // X-Frame-Options says the same to browsers that know no better.
    if (!policy?.includes('frame-ancestors'))
      headers.set('Content-Security-Policy', [policy, "frame-ancestors 'none'"].filter(Boolean).join('; '))
  })
}

/**
 * Additional headers of the API's answers, unless their route says otherwise: they are not pages and are not cached.
 */
export const apiHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const { headers } = c.res
  // On the answer itself: once there is one, `c.header` copies it, body and all.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  }
})

/**
 * Gives each request an id, which the answer carries as `X-Request-Id` and every log line about it repeats, those of
 * the jobs that it enqueues included. A proxy's own id is kept when proxies are trusted and it looks like one.
 */
export function assignRequestId(trustProxy: boolean) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const given = trustProxy ? c.req.header('x-request-id') : undefined
    const id = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    c.set('requestId', id)
    c.header('X-Request-Id', id)
    await runOnBehalfOf(id, next)
  })
}

/** One answered request: the pattern that matched, never the address itself, since addresses hold ids. */
export type ObservedRequest = {
  requestId: string
  method: string
  route: string
  status: number
  milliseconds: number
  /** Of a refusal: its code, and the account whose token the request showed. */
  code?: string | undefined
  userId?: string | undefined
}

/** Tells about every request once its answer is ready to be sent. */
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
 * Everything below /dev is for developers of the product, on their own machine: the mails with their links, and the
 * components. For others, and wherever others are served, every address below it is not found.
 */
export function showDevelopmentPages(settings: { localOnly: boolean }) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!settings.localOnly || !isFromThisMachine(c)) return c.notFound()
    return next()
  })
}
