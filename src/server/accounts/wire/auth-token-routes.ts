import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { localDayHeader } from '../../../contract/local-day.ts'
import type { AppEnv } from '../../http/app-env.ts'
import type { Platform } from '../../platform/platform.ts'
import { callLimits, limitCalls } from '../limits.ts'
import { exchangeCode } from '../links/exchange-code.ts'
import { pkceFields } from '../links/pkce.ts'
import { refreshSession } from '../sessions/refresh-session.ts'
import { signIn } from '../sessions/sign-in.ts'
import { signUp } from '../users/sign-up.ts'
import { readAuthBody } from './auth-body.ts'
import { isAuthRefusal, refuseAuth } from './auth-error.ts'
import { answerAuthError, answerOauthError } from './auth-error-response.ts'
import { findRedirectTo, readDevice } from './auth-request.ts'

const signUpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...pkceFields,
})
const passwordBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
})
const refreshBody = z.object({ refresh_token: z.string().nullish() })
const pkceBody = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() })

/** The ways to a session: sign-up, and the grants of /token. */
export function createAuthTokenRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.post('/signup', async (c) => {
    const limited = await limitCalls(platform, callLimits.signUp, c.get('clientIp'))
    if (limited) return answerAuthError(c, limited)
    const body = await readAuthBody(c, signUpBody)
    if (isAuthRefusal(body)) return answerAuthError(c, body)
    const { email, phone, password, data, ...pkce } = body
    if (!email && !phone) return answerAuthError(c, refuseAuth('anonymous_provider_disabled'))
    if (!email) return answerAuthError(c, refuseAuth('phone_provider_disabled'))
    if (!password) {
      return answerAuthError(
        c,
        refuseAuth('validation_failed', { message: 'Signup requires a valid password' }),
      )
    }
    const redirectTo = findRedirectTo(c)
    const localDay = c.req.header(localDayHeader)
    const request = {
      ...pkce,
      email,
      password,
      data: data ?? {},
      redirectTo,
      localDay,
      device: readDevice(c),
    }
    const answer = await signUp(platform, request)
    return isAuthRefusal(answer) ? answerAuthError(c, answer) : c.json(answer)
  })

  app.post('/token', async (c) => {
    const limited = await limitCalls(platform, callLimits.token, c.get('clientIp'))
    if (limited) return answerAuthError(c, limited)
    switch (c.req.query('grant_type')) {
      case 'password':
        return grantByPassword(platform, c)
      case 'refresh_token':
        return refreshGrant(platform, c)
      case 'pkce':
        return grantByPkce(platform, c)
      default:
        return answerAuthError(c, refuseAuth('invalid_credentials', { message: 'unsupported_grant_type' }))
    }
  })
  return app
}

async function grantByPassword(platform: Platform, c: Context<AppEnv>): Promise<Response> {
  const body = await readAuthBody(c, passwordBody)
  if (isAuthRefusal(body)) return answerAuthError(c, body)
  if (!body.email && body.phone) return answerAuthError(c, refuseAuth('phone_provider_disabled'))
  if (!body.email) {
    return answerAuthError(c, refuseAuth('validation_failed', { message: 'missing email or phone' }))
  }
  const answer = await signIn(platform, {
    email: body.email,
    password: body.password ?? '',
    device: readDevice(c),
  })
  return isAuthRefusal(answer) ? answerAuthError(c, answer) : c.json(answer)
}

async function refreshGrant(platform: Platform, c: Context<AppEnv>): Promise<Response> {
  const body = await readAuthBody(c, refreshBody)
  if (isAuthRefusal(body)) return answerAuthError(c, body)
  if (!body.refresh_token) return answerOauthError(c, 'refresh_token required')
  const answer = await refreshSession(platform, { refreshToken: body.refresh_token, device: readDevice(c) })
  return isAuthRefusal(answer) ? answerAuthError(c, answer) : c.json(answer)
}

async function grantByPkce(platform: Platform, c: Context<AppEnv>): Promise<Response> {
  const body = await readAuthBody(c, pkceBody)
  if (isAuthRefusal(body)) return answerAuthError(c, body)
  const { auth_code: authCode, code_verifier: codeVerifier } = body
  if (!authCode || !codeVerifier) {
    const message = 'invalid request: both auth code and code verifier should be non-empty'
    return answerAuthError(c, refuseAuth('validation_failed', { message }))
  }
  const answer = await exchangeCode(platform, { authCode, codeVerifier, device: readDevice(c) })
  return isAuthRefusal(answer) ? answerAuthError(c, answer) : c.json(answer)
}
