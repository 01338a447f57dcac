import type { Hono } from 'hono'
import { accountCallers } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import { insertFeedback } from './store.ts'

/** Takes feedback from anybody. Its words are kept in its row and told to nobody: no log, no trail, no answer. */
export function createFeedbackRoutes(platform: Platform): Hono<AppEnv> {
  return serveEndpoints(platform, accountCallers, {
    'POST /api/feedback': ({ caller, body }) =>
      insertFeedback(platform.database, {
        ...body,
        accountId: caller?.id ?? null,
        createdAt: platform.clock.now(),
      }),
  })
}
