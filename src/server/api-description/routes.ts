import type { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import { describeApi } from './open-api.ts'

/** Describes the API to programs (OpenAPI 3.1). */
export function createApiDescriptionRoutes(platform: Platform): Hono<AppEnv> {
  // Made for who asks first: most starts nobody asks.
  let document: ReturnType<typeof describeApi> | undefined
  return serveEndpoints(
    platform,
    {},
    {
      'GET /api/openapi.json'() {
        document ??= describeApi(platform.settings.publicUrl)
        return document
      },
    },
  )
}
