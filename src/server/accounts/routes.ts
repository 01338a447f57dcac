import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import type { Platform } from '../platform/platform.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { profileRoutes } from './users/profile-routes.ts'
import { authRoutes } from './wire/auth-routes.ts'

/** Everything about accounts: the auth service, the profile and the signed-in devices. */
export function accountsRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.route('/auth/v1', authRoutes(platform))
  app.route('/', profileRoutes(platform))
  app.route('/', sessionRoutes(platform))
  return app
}
