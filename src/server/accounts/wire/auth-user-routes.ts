import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { readCode } from '../../../domain/typed-text.ts'
import type { AppEnv } from '../../http/app-env.ts'
import type { Platform } from '../../platform/platform.ts'
import { answerAuthError, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { readEmail } from '../credentials.ts'
import { callLimits, limitCalls } from '../limits.ts'
import { pkceFields } from '../links/issue-token.ts'
import { type RequestedMail, requestMail, resendConfirmation } from '../links/request-mail.ts'
import { authenticateBearer } from '../sessions/authenticate.ts'
import { toFactorObject, toUnprovenUserObject, toUserObject } from '../sessions/session-answer.ts'
import { logOut, logOutScopes } from '../sessions/sign-in.ts'
import { findApp } from '../stores/app-store.ts'
import type { SignedIn } from '../stores/session-store.ts'
import { reauthenticate } from '../users/reauthenticate.ts'
import { updateUser } from '../users/update-user.ts'
import {
  authenticateOrNull,
  authenticateWithTwoSteps,
  findRedirectTo,
  readAuthBody,
  readDevice,
} from './auth-request.ts'

const userBody = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().transform(readCode).nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  ...pkceFields,
})

export function createAuthUserRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.get('/user', async (c) => {
    const signedIn = await authenticateBearer(platform, c)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const app = await findApp(platform.database, signedIn.user.id)
    if (app && signedIn.needsCode) return c.json(toUnprovenUserObject(signedIn.user, app))
    return c.json({ ...toUserObject(signedIn.user), ...(app ? { factors: [toFactorObject(app)] } : {}) })
  })

  app.put('/user', async (c) => {
    const signedIn = await authenticateWithTwoSteps(platform, c, callLimits.updateUser)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const body = await readAuthBody(c, userBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    if (body.app_metadata !== undefined && body.app_metadata !== null) {
      return answerAuthError(
        c,
        refuseAuth('not_admin', { message: 'Updating app_metadata requires admin privileges' }),
      )
    }
    const user = await updateUser(platform, signedIn, {
      data: body.data ?? undefined,
      // Forms send an empty string for no password or address.
      password: body.password || undefined,
      email: body.email || undefined,
      currentPassword: body.current_password ?? undefined,
      nonce: body.nonce || undefined,
      code_challenge: body.code_challenge,
      code_challenge_method: body.code_challenge_method,
      redirectTo: findRedirectTo(c),
      ...readDevice(c),
    })
    return isAuthRefusal(user) ? answerAuthError(c, user) : c.json(toUserObject(user))
  })

  app.post('/logout', async (c) => {
    const scope = logOutScopes.find((known) => known === (c.req.query('scope') || 'global'))
    if (!scope)
      return answerAuthError(c, refuseAuth('validation_failed', { message: 'Unsupported logout scope' }))
    const signedIn = await authenticateBearer(platform, c)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    // A session without the second step must not end the sessions that have it.
    const reach = signedIn.needsCode ? 'local' : scope
    await logOut(platform, signedIn, { scope: reach, device: readDevice(c) })
    return c.body(null, 204)
  })

  app.get('/reauthenticate', async (c) => {
    const signedIn = await authenticateWithTwoSteps(platform, c, callLimits.reauthenticate)
    if (isAuthRefusal(signedIn)) return answerAuthError(c, signedIn)
    const refusal = await reauthenticate(platform, signedIn)
    return refusal ? answerAuthError(c, refusal) : c.json({})
  })
  return app
}

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
    // No account has a phone, so there is nothing to resend.
    if (!body.email && body.phone && ['sms', 'phone_change'].includes(body.type)) return c.json({})
    if (body.type !== 'signup' && body.type !== 'email_change') {
      return answerAuthError(c, refuseAuth('validation_failed', { message: 'Unsupported resend type' }))
    }
    // The published client sends this without a bearer token, for any address. A signed-in owner may learn more.
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
    // A link never creates an account, because registration needs more than an address. With `create_user: false`,
    // every address gets the same refusal, so it doesn't reveal which ones have an account. The published client's
    // tests expect this refusal for an unknown address.
    if (body.create_user === false && body.email) {
      const email = readEmail(body.email)
      return answerAuthError(c, isAuthRefusal(email) ? email : refuseAuth('otp_disabled'))
    }
    return answerRequest(platform, c, 'magiclink', body)
  })

  return app
}

/** The caller, if they are signed in to the account with this address. */
async function findOwner(platform: Platform, c: Context<AppEnv>, address: string): Promise<SignedIn | null> {
  const signedIn = await authenticateOrNull(platform, c)
  return signedIn?.user.email === readEmail(address) ? signedIn : null
}

/** Answers a request for a mail in the same way whether or not there is anything to mail. */
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
