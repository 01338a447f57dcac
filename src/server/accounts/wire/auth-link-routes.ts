import { Hono } from 'hono'
import { z } from 'zod'
import { readCode } from '../../../domain/typed-text.ts'
import type { AppEnv } from '../../http/app-env.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthRefusal, answerAuthError, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { readEmail } from '../credentials.ts'
import { callLimits, limitCalls } from '../limits.ts'
import { chooseRedirectTarget } from '../links/account-mails.ts'
import { isLinkKind, isPkceToken, type LinkKind } from '../links/one-time-tokens.ts'
import { inspectLink, type LinkRedemption, redeemLink } from '../links/redeem-link.ts'
import { writeSessionAnswer } from '../sessions/session-answer.ts'
import { authenticateOrNull, findRedirectTo, readAuthBody, readDevice } from './auth-request.ts'

const verifyBody = z.object({
  type: z.string(),
  token: z.string().transform(readCode).nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  /** The password of the registration, which is then kept. The published client doesn't send it. */
  password: z.string().nullish(),
})
const lookBody = z.object({ type: z.string(), token: z.string() })
const useBody = lookBody.extend({
  redirect_to: z.string().nullish(),
  password: z.string().nullish(),
  new_password: z.string().nullish(),
})

const unsupportedType = refuseAuth('validation_failed', { message: 'Unsupported verification type' })

/**
 * Routes for mailed links: opening one, which changes nothing, and using one from the published client or from the page
 * for mailed links.
 */
export function createAuthLinkRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.get('/verify', (c) => {
    const token = c.req.query('token') || c.req.query('token_hash')
    const type = c.req.query('type')
    if (!token || !isLinkKind(type)) {
      const message = 'Verify requires a token and a verification type'
      return answerAuthError(c, refuseAuth('validation_failed', { message }))
    }
    c.header('Referrer-Policy', 'no-referrer')
    const requested = [findRedirectTo(c), c.req.header('referer')]
    return c.redirect(writeLinkPageAddress(platform.settings.publicUrl, { token, type, requested }), 303)
  })

  app.post('/verify', async (c) => {
    const limited = await limitCalls(platform, callLimits.verify, c.get('clientIp'))
    if (limited) return answerAuthError(c, limited)
    const body = await readAuthBody(c, verifyBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    const link = readLink(body)
    if (isAuthRefusal(link)) return answerAuthError(c, link)
    const proof = { bearer: await authenticateOrNull(platform, c), password: body.password ?? undefined }
    const used = await redeemLink(platform, { ...link, proof, by: 'client', device: readDevice(c) })
    if (isAuthRefusal(used)) {
      const isTyped = body.token_hash === undefined || body.token_hash === null
      return answerAuthError(
        c,
        isTyped && used.authRefused === 'otp_expired' ? refuseAuth('otp_expired') : used,
      )
    }
    if ('session' in used) return c.json(await writeSessionAnswer(platform, used.session))
    const msg = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
    return c.json({ msg, code: '200' })
  })

  app.post('/links/look', async (c) => {
    const limited = await limitCalls(platform, callLimits.look, c.get('clientIp'))
    if (limited) return answerAuthError(c, limited)
    const body = await readAuthBody(c, lookBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    const { token, type } = body
    if (!isLinkKind(type)) return answerAuthError(c, unsupportedType)
    return c.json(await inspectLink(platform, { token, type, bearer: await authenticateOrNull(platform, c) }))
  })

  app.post('/links/use', async (c) => {
    const limited = await limitCalls(platform, callLimits.verify, c.get('clientIp'))
    if (limited) return answerAuthError(c, limited)
    const body = await readAuthBody(c, useBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    const { token, type } = body
    if (!isLinkKind(type)) return answerAuthError(c, unsupportedType)
    const proof = {
      bearer: await authenticateOrNull(platform, c),
      password: body.password ?? undefined,
      newPassword: body.new_password ?? undefined,
    }
    const used = await redeemLink(platform, { token, type, proof, by: 'page', device: readDevice(c) })
    if (isAuthRefusal(used)) return answerAuthError(c, used)
    const target = chooseRedirectTarget(platform.settings.publicUrl, [body.redirect_to], '/dashboard')
    if ('firstHalf' in used) return c.json({ outcome: 'first-half' })
    if ('done' in used) return c.json({ outcome: 'done', redirect_to: target.href })
    if ('authCode' in used) {
      target.searchParams.set('code', used.authCode)
      return c.json({ outcome: 'code', redirect_to: target.href })
    }
    const session = await writeSessionAnswer(platform, used.session)
    return c.json({ outcome: 'session', redirect_to: target.href, session })
  })
  return app
}

/** Reads the link from the body: a token hash alone, or a token with the address that it was mailed to. */
function readLink(
  body: z.infer<typeof verifyBody>,
): Pick<LinkRedemption, 'token' | 'type' | 'email'> | AuthRefusal {
  const { type, email } = body
  if (!body.token === !body.token_hash) {
    return refuseAuth('validation_failed', { message: 'Verify requires either a token or a token hash' })
  }
  if (body.phone && !email) return refuseAuth('otp_expired')
  if (!isLinkKind(type)) return unsupportedType
  if (body.token_hash) {
    if (!email) return { token: body.token_hash, type }
    const message = 'Only the token_hash and type should be provided'
    return refuseAuth('validation_failed', { message })
  }
  if (!email || !body.token) {
    return refuseAuth('validation_failed', { message: 'An email address is required' })
  }
  const address = readEmail(email)
  return typeof address === 'string' ? { token: body.token, type, email: address } : address
}

/**
 * The address of the page that a mailed link opens. The page explains what the link will do and for which address, and
 * has a button for it. The token is in the fragment, so no server, log or other site sees it. `requested` lists where to
 * go afterwards; only addresses of this site count.
 */
function writeLinkPageAddress(
  publicUrl: string,
  { token, type, requested }: { token: string; type: LinkKind; requested: (string | undefined)[] },
): string {
  const redirectTo = chooseRedirectTarget(publicUrl, requested, '/').href
  // A new password has its own page, except in a client's PKCE flow, which continues with a code.
  if (type === 'recovery' && !isPkceToken(token)) {
    const page = new URL('/reset-password', publicUrl)
    page.search = new URLSearchParams({ token_hash: token, type }).toString()
    return page.href
  }
  const page = new URL('/confirm', publicUrl)
  page.hash = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString()
  return page.href
}
