import { Hono } from 'hono'
import { paths } from '../../contract/paths.ts'
import { authenticate } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { problemResponse } from '../http/problem.ts'
import { isRefusal } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { eventStream } from './event-stream.ts'
import { createHub } from './hub.ts'

export function liveRoutes(platform: Platform): Hono<AppEnv> {
  const hub = createHub(platform.database, platform.logger)
  return new Hono<AppEnv>().get(paths.live, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const stream = await eventStream({
      hub,
      ownerId: account.id,
      stillAllowed: async () => !isRefusal(await authenticate(platform, c)),
      signal: c.req.raw.signal,
    })
    return c.body(stream, 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would hold the events back until its buffer is full.
      'X-Accel-Buffering': 'no',
    })
  })
}
