import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from './app-env.ts'

/** One answered request: the pattern that matched, never the address itself, since addresses hold ids. */
export type ObservedRequest = {
  requestId: string
  method: string
  route: string
  status: number
  milliseconds: number
}

/** Tells about every request once its answer is ready to be sent. */
export function observeRequests(tell: (request: ObservedRequest) => void) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const startedAt = performance.now()
    await next()
    tell({
      requestId: c.get('requestId'),
      method: c.req.method,
      route: routePath(c),
      status: c.res.status,
      milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
    })
  })
}
