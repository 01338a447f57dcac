import { Hono } from 'hono'
import type { AppEnv } from './http/app-env.ts'
import { clientAddress } from './http/client-address.ts'
import { problemResponse } from './http/problem.ts'
import { refuse } from './http/refusal.ts'
import { requestId } from './http/request-id.ts'
import type { Platform } from './platform/platform.ts'

/** The whole product behind one `fetch`: everything it stands on comes in, nothing is global, so tests call `app.request()` on it. */
export function createApp(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(requestId(platform.settings.trustProxy))
  app.use(clientAddress(platform.settings.trustProxy))
  app.notFound((c) => problemResponse(c, refuse('not_found')))
  return app
}
