import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import type { Platform } from '../platform/platform.ts'
import { createSessionRoutes } from './sessions/session-routes.ts'
import { createProfileRoutes } from './users/profile-routes.ts'
import { createAuthRoutes } from './wire/auth-routes.ts'

/** Everything about accounts: the auth service, the profile and the signed-in devices. */
export function createAccountsRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.route('/auth/v1', createAuthRoutes(platform))
  app.route('/', createProfileRoutes(platform))
  app.route('/', createSessionRoutes(platform))
  return app
}
