import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { localDayHeader } from '../../../contract/address.ts'
import { productName } from '../../../domain/product.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { holdRoom, isBodiless } from '../../http/hold-room.ts'
import { findForeignCall } from '../../http/origin.ts'
import { findOutage, noteOutage, retryAfterSeconds } from '../../http/problem.ts'
import { describeError } from '../../platform/logging/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueRetryAfterSeconds } from '../../platform/waiting/index.ts'
import { answerAuthError, answerOauthError, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { callLimits, limitCalls } from '../limits.ts'
import { pkceFields } from '../links/issue-token.ts'
import { exchangeCode } from '../links/redeem-link.ts'
import { refreshSession, signIn } from '../sessions/sign-in.ts'
import { signUp } from '../users/sign-up.ts'
import { createAuthFactorRoutes } from './auth-factor-routes.ts'
import { createAuthLinkRoutes } from './auth-link-routes.ts'
import { createAuthPasskeyRoutes } from './auth-passkey-routes.ts'
import { findRedirectTo, readAuthBody, readDevice } from './auth-request.ts'
import { createAuthMailRoutes, createAuthUserRoutes } from './auth-user-routes.ts'

/** The longest sign-up, with every character escaped, takes half of this. */
const maxBodyBytes = 16 * 1024

/** The auth service under /auth/v1, for the published auth-js client (AUTH). */
export function createAuthRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.onError((error, c) => {
    const outage = findOutage(error)
    if (outage) {
      noteOutage(platform.logger, c, error, outage)
      return answerAuthError(c, refuseAuth('temporarily_unavailable', { retryAfterSeconds }))
    }
    platform.logger.error({ requestId: c.get('requestId'), error: describeError(error) }, 'a request failed')
    return answerAuthError(c, refuseAuth('unexpected_failure'))
  })
  app.use(async (c, next) => {
    const held = await holdRoom(c, { maxBytes: maxBodyBytes }, async () => {
      await next()
      return true
    })
    if (held) return
    const tooMany = refuseAuth('over_request_rate_limit', { retryAfterSeconds: queueRetryAfterSeconds })
    return answerAuthError(c, tooMany)
  })
  const limitBody = bodyLimit({
    maxSize: maxBodyBytes,
    onError: (c) => answerAuthError(c, refuseAuth('request_entity_too_large')),
  })
  app.use((c, next) => (isBodiless(c) ? next() : limitBody(c, next)))
  app.use((c, next) => {
    const foreign = findForeignCall(c, { mediaType: 'application/json' })
    if (!foreign) return next()
    return Promise.resolve(answerAuthError(c, refuseAuth(foreign === 'cross_site' ? foreign : 'bad_json')))
  })

  app.get('/health', (c) => c.json({ name: productName, description: `${productName} auth service` }))
  app.get('/settings', (c) => c.json(publicSettings))
  app.get('/.well-known/jwks.json', (c) => {
    c.header('Cache-Control', 'public, max-age=600')
    return c.json(platform.signing.listKeys())
  })
  app.route('/', createAuthTokenRoutes(platform))
  app.route('/', createAuthUserRoutes(platform))
  app.route('/', createAuthMailRoutes(platform))
  app.route('/', createAuthPasskeyRoutes(platform))
  app.route('/', createAuthFactorRoutes(platform))
  app.route('/', createAuthLinkRoutes(platform))
  app.all('*', (c) => answerAuthError(c, refuseAuth('not_found')))
  return app
}

/** The settings of the service, in GoTrue's format. A sign-up signs in at once, but confirms nothing. */
const publicSettings = {
  external: { email: true, phone: false, anonymous_users: false },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
}

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

/** Routes that open a session: sign-up, and the grants of /token. */
function createAuthTokenRoutes(platform: Platform): Hono<AppEnv> {
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
