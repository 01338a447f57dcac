import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../http/app-env.ts'
import type { Platform } from '../platform/platform.ts'
import { authBody } from './auth-body.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from './auth-error.ts'
import { authErrorResponse } from './auth-error-response.ts'
import { deviceOf, redirectToOf } from './auth-request.ts'
import { readEmail } from './email-address.ts'
import { failedLink, followLink, linkTarget } from './follow-link.ts'
import { callLimits, limitCalls } from './limits.ts'
import { isPkceToken } from './one-time-link.ts'
import { pkceFields } from './pkce.ts'
import { type LinkKind, type LinkRedemption, linkKinds, redeemLink } from './redeem-link.ts'
import { type RequestedMail, requestMail } from './request-mail.ts'
import { noteSignIn } from './security-events.ts'
import { sessionAnswer } from './session-answer.ts'

const recoverBody = z.object({ email: z.string().nullish(), ...pkceFields })
const resendBody = z.object({
  type: z.string(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  ...pkceFields,
})
const otpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  ...pkceFields,
})
const verifyBody = z.object({
  type: z.string(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
})

const emailMissing = refuseAuth('validation_failed', { message: 'An email address is required' })

/** Asking for mailed links, and using them. */
export function authMailRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.post('/recover', async (c) => {
    const limited = await limitCalls(platform, callLimits.recover, c.get('clientIp'))
    if (limited) return authErrorResponse(c, limited)
    const body = await authBody(c, recoverBody)
    if (isAuthRefusal(body)) return authErrorResponse(c, body)
    return answerRequest(platform, c, 'recovery', body)
  })

  app.post('/resend', async (c) => {
    const limited = await limitCalls(platform, callLimits.resend, c.get('clientIp'))
    if (limited) return authErrorResponse(c, limited)
    const body = await authBody(c, resendBody)
    if (isAuthRefusal(body)) return authErrorResponse(c, body)
    // No account has a phone, so there is never anything to send again, and nothing to tell.
    if (!body.email && body.phone && ['sms', 'phone_change'].includes(body.type)) return c.json({})
    if (body.type !== 'signup' && body.type !== 'email_change') {
      return authErrorResponse(c, refuseAuth('validation_failed', { message: 'Unsupported resend type' }))
    }
    return answerRequest(platform, c, body.type, body)
  })

  app.post('/otp', async (c) => {
    const limited = await limitCalls(platform, callLimits.otp, c.get('clientIp'))
    if (limited) return authErrorResponse(c, limited)
    const body = await authBody(c, otpBody)
    if (isAuthRefusal(body)) return authErrorResponse(c, body)
    if (!body.email && body.phone) return authErrorResponse(c, refuseAuth('phone_provider_disabled'))
    // A link never makes an account: registration asks for more than an address. Who wants to hear whether there is one hears the same
    // refusal for every address; the published client's tests expect it for an unknown one.
    if (body.create_user === false && body.email) {
      const email = readEmail(body.email)
      return authErrorResponse(c, isAuthRefusal(email) ? email : refuseAuth('otp_disabled'))
    }
    return answerRequest(platform, c, 'magiclink', body)
  })

  app.get('/verify', async (c) => {
    const token = c.req.query('token') || c.req.query('token_hash')
    const type = c.req.query('type')
    if (!token || !isLinkKind(type)) {
      const message = 'Verify requires a token and a verification type'
      return authErrorResponse(c, refuseAuth('validation_failed', { message }))
    }
    c.header('Referrer-Policy', 'no-referrer')
    // Mail scanners look at links with HEAD; only opening one uses it.
    if (c.req.method === 'HEAD') return c.body(null, 204)
    const wished = { redirectTo: redirectToOf(c), referer: c.req.header('referer') }
    const limited = await limitCalls(platform, callLimits.verify, c.get('clientIp'))
    const location = limited
      ? failedLink(linkTarget(platform, wished), limited, { pkce: isPkceToken(token) })
      : await followLink(platform, { ...wished, token, type, device: deviceOf(c) })
    return c.redirect(location, 303)
  })

  app.post('/verify', async (c) => {
    const limited = await limitCalls(platform, callLimits.verify, c.get('clientIp'))
    if (limited) return authErrorResponse(c, limited)
    const body = await authBody(c, verifyBody)
    if (isAuthRefusal(body)) return authErrorResponse(c, body)
    const redemption = readRedemption(body)
    if (isAuthRefusal(redemption)) return authErrorResponse(c, redemption)
    const used = await redeemLink(platform, { ...redemption, codeForPkce: false, device: deviceOf(c) })
    if (isAuthRefusal(used)) {
      const isTyped = body.token_hash === undefined || body.token_hash === null
      return authErrorResponse(
        c,
        isTyped && used.authRefused === 'otp_expired' ? refuseAuth('otp_expired') : used,
      )
    }
    if ('session' in used) {
      noteSignIn(platform, used.session)
      return c.json(await sessionAnswer(platform, used.session))
    }
    const msg = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
    return c.json({ msg, code: '200' })
  })
  return app
}

/** Answers a wish for a mail the same way whether or not there is anything to mail. */
async function answerRequest(
  platform: Platform,
  c: Context<AppEnv>,
  kind: RequestedMail,
  body: z.infer<typeof recoverBody>,
): Promise<Response> {
  if (!body.email) return authErrorResponse(c, emailMissing)
  const { code_challenge, code_challenge_method } = body
  const refusal = await requestMail(platform, {
    kind,
    email: body.email,
    code_challenge,
    code_challenge_method,
    redirectTo: redirectToOf(c),
  })
  return refusal ? authErrorResponse(c, refusal) : c.json({})
}

/** Which link is shown: by its hash alone, or as the token that was mailed to an address. */
function readRedemption(
  body: z.infer<typeof verifyBody>,
): Pick<LinkRedemption, 'token' | 'type' | 'email'> | AuthRefusal {
  const { type, email } = body
  if (!body.token === !body.token_hash) {
    return refuseAuth('validation_failed', { message: 'Verify requires either a token or a token hash' })
  }
  if (body.phone && !email) return refuseAuth('otp_expired')
  if (!isLinkKind(type)) return refuseAuth('validation_failed', { message: 'Unsupported verification type' })
  if (body.token_hash) {
    if (!email) return { token: body.token_hash, type }
    const message = 'Only the token_hash and type should be provided'
    return refuseAuth('validation_failed', { message })
  }
  if (!email || !body.token) return emailMissing
  const address = readEmail(email)
  return typeof address === 'string' ? { token: body.token, type, email: address } : address
}

function isLinkKind(type: string | undefined): type is LinkKind {
  return type !== undefined && Object.hasOwn(linkKinds, type)
}
