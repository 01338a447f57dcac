import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../http/app-env.ts'
import type { Platform } from '../../platform/platform.ts'
import { callLimits, limitCalls } from '../limits.ts'
import { pkceFields } from '../links/pkce.ts'
import { type RequestedMail, requestMail } from '../links/request-mail.ts'
import { resendConfirmation } from '../links/resend-confirmation.ts'
import type { SignedIn } from '../sessions/session-store.ts'
import { readEmail } from '../users/email-address.ts'
import { readAuthBody } from './auth-body.ts'
import { isAuthRefusal, refuseAuth } from './auth-error.ts'
import { answerAuthError } from './auth-error-response.ts'
import { authenticateOrNull, findRedirectTo } from './auth-request.ts'

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
const emailMissing = refuseAuth('validation_failed', { message: 'An email address is required' })

/** Asking for mailed links. */
export function createAuthMailRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.post('/recover', async (c) => {
    const limited = await limitCalls(platform, callLimits.recover, c.get('clientIp'))
    if (limited) return answerAuthError(c, limited)
    const body = await readAuthBody(c, recoverBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    return answerRequest(platform, c, 'recovery', body)
  })

  app.post('/resend', async (c) => {
    const limited = await limitCalls(platform, callLimits.resend, c.get('clientIp'))
    if (limited) return answerAuthError(c, limited)
    const body = await readAuthBody(c, resendBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    // No account has a phone, so there is never anything to send again, and nothing to tell.
    if (!body.email && body.phone && ['sms', 'phone_change'].includes(body.type)) return c.json({})
    if (body.type !== 'signup' && body.type !== 'email_change') {
      return answerAuthError(c, refuseAuth('validation_failed', { message: 'Unsupported resend type' }))
    }
    // The published client asks without a bearer, as anybody does who knows an address. Its owner, signed in, may know more.
    const owner = body.type === 'signup' && body.email ? await findOwner(platform, c, body.email) : null
    if (!owner) return answerRequest(platform, c, body.type, body)
    const resent = await resendConfirmation(platform, owner, findRedirectTo(c))
    return isAuthRefusal(resent) ? answerAuthError(c, resent) : c.json(resent)
  })

  app.post('/otp', async (c) => {
    const limited = await limitCalls(platform, callLimits.otp, c.get('clientIp'))
    if (limited) return answerAuthError(c, limited)
    const body = await readAuthBody(c, otpBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    if (!body.email && body.phone) return answerAuthError(c, refuseAuth('phone_provider_disabled'))
    // A link never makes an account: registration asks for more than an address. Who wants to hear whether there is one hears the same
    // refusal for every address; the published client's tests expect it for an unknown one.
    if (body.create_user === false && body.email) {
      const email = readEmail(body.email)
      return answerAuthError(c, isAuthRefusal(email) ? email : refuseAuth('otp_disabled'))
    }
    return answerRequest(platform, c, 'magiclink', body)
  })

  return app
}

/** The caller, where they are signed in to the account that has this address. */
async function findOwner(platform: Platform, c: Context<AppEnv>, address: string): Promise<SignedIn | null> {
  const signedIn = await authenticateOrNull(platform, c)
  return signedIn?.user.email === readEmail(address) ? signedIn : null
}

/** Answers a wish for a mail the same way whether or not there is anything to mail. */
async function answerRequest(
  platform: Platform,
  c: Context<AppEnv>,
  kind: RequestedMail,
  body: z.infer<typeof recoverBody>,
): Promise<Response> {
  if (!body.email) return answerAuthError(c, emailMissing)
  const { code_challenge, code_challenge_method } = body
  const refusal = await requestMail(platform, {
    kind,
    email: body.email,
    code_challenge,
    code_challenge_method,
    redirectTo: findRedirectTo(c),
  })
  return refusal ? answerAuthError(c, refusal) : c.json({})
}
