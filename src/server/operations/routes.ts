import { type Context, Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { connectionAddress } from '../http/client-address.ts'
import { problemResponse } from '../http/problem.ts'
import { refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import type { Metrics } from './metrics.ts'
import { readiness } from './readiness.ts'

/** What the people who run the product ask it (design, outside contract). */
export function operationsRoutes(
  platform: Platform,
  { metrics, metricsAnywhere }: { metrics: Metrics; metricsAnywhere: boolean },
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/healthz', (c) => c.json({ status: 'alive' }))

  routes.get('/readyz', async (c) => {
    const { ready, parts } = await readiness(platform)
    return c.json({ status: ready ? 'ready' : 'not ready', ...parts }, ready ? 200 : 503)
  })

  routes.get('/metrics', async (c) => {
    if (!metricsAnywhere && !comesFromThisMachine(c)) return problemResponse(c, refuse('not_found'))
    const { body, contentType } = await metrics.text()
    return c.body(body, 200, { 'Content-Type': contentType })
  })

  return routes
}

/** A proxy on this machine passes on what comes from anywhere, and says so. */
function comesFromThisMachine(c: Context<AppEnv>): boolean {
  const address = connectionAddress(c.env)
  const forwarded = c.req.header('x-forwarded-for') ?? c.req.header('forwarded')
  return forwarded === undefined && (address === '::1' || address.startsWith('127.'))
}
