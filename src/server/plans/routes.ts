import { Hono } from 'hono'
import { paths } from '../../contract/paths.ts'
import { authenticate } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { problemResponse } from '../http/problem.ts'
import { isRefusal } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { paymentRoutes } from './payment-routes.ts'
import { showUsage } from './show-usage.ts'

export function plansRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>().get(paths.usage, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    return c.json(await showUsage(platform, account.id))
  })
  return app.route('/', paymentRoutes(platform))
}
