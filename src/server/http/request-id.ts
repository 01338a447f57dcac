import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { runOnBehalfOf } from '../platform/logging/index.ts'
import type { AppEnv } from './app-env.ts'

/**
 * Gives each request an id, which the answer carries as `X-Request-Id` and every log line about it repeats, those of the jobs that it enqueues included. A proxy's own id is kept when
 * proxies are trusted and it looks like one.
 */
export function assignRequestId(trustProxy: boolean) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const given = trustProxy ? c.req.header('x-request-id') : undefined
    const id = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    c.set('requestId', id)
    c.header('X-Request-Id', id)
    await runOnBehalfOf(id, next)
  })
}
