import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import type { Platform } from '../platform/platform.ts'
import { authRoutes } from './auth-routes.ts'
import { outboxRoutes } from './outbox-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { sessionRoutes } from './session-routes.ts'

/** Everything about accounts: the auth service, the profile, the signed-in devices, and on a developer's own machine the mails. */
export function accountsRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.route('/auth/v1', authRoutes(platform))
  app.route('/', profileRoutes(platform))
  app.route('/', sessionRoutes(platform))
  const { outbox } = platform.mailer
  if (outbox && platform.settings.localOnly) app.route('/', outboxRoutes(outbox))
  return app
}
