import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { productName } from '../../../domain/product.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { findForeignCall } from '../../http/foreign-page.ts'
import { holdRoom, isBodiless, roomRetryAfterSeconds } from '../../http/hold-room.ts'
import { findOutage, noteOutage, retryAfterSeconds } from '../../http/outage.ts'
import { describeError } from '../../platform/logging/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { refuseAuth } from './auth-error.ts'
import { answerAuthError } from './auth-error-response.ts'
import { createAuthLinkRoutes } from './auth-link-routes.ts'
import { createAuthMailRoutes } from './auth-mail-routes.ts'
import { createAuthTokenRoutes } from './auth-token-routes.ts'
import { createAuthUserRoutes } from './auth-user-routes.ts'

/** The longest sign-up, each character escaped, takes half of it. */
const maxBodyBytes = 16 * 1024

/** The auth service under /auth/v1, as the published auth-js client speaks to it (AUTH). */
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
    const tooMany = refuseAuth('over_request_rate_limit', { retryAfterSeconds: roomRetryAfterSeconds })
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
  app.route('/', createAuthLinkRoutes(platform))
  app.all('*', (c) => answerAuthError(c, refuseAuth('not_found')))
  return app
}

/** What the service offers, in the words of GoTrue. Sign-up signs in at once, but confirms nothing. */
const publicSettings = {
  external: { email: true, phone: false, anonymous_users: false },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
}
