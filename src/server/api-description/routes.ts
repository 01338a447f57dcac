import { Hono } from 'hono'
import { paths } from '../../contract/paths.ts'
import type { AppEnv } from '../http/app-env.ts'
import type { Platform } from '../platform/platform.ts'
import { openApi } from './open-api.ts'

/** Describes the API to programs (OpenAPI 3.1). */
export function apiDescriptionRoutes({ settings }: Platform): Hono<AppEnv> {
  const document = openApi(settings.publicUrl)
  return new Hono<AppEnv>().get(paths.apiDescription, (c) => c.json(document))
}
