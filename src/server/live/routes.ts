import { Hono } from 'hono'
import { paths } from '../../contract/paths.ts'
import { authenticate } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { networkOf } from '../http/client-network.ts'
import { problemResponse } from '../http/problem.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { eventStream } from './event-stream.ts'
import { createHub } from './hub.ts'
import { createStreamPlaces } from './stream-places.ts'

/** When somebody whose network has no place left may ask again. */
const retryAfterSeconds = 10

export function liveRoutes(platform: Platform): Hono<AppEnv> {
  const places = createStreamPlaces()
  const hub = createHub(platform.database, platform.logger)
  return new Hono<AppEnv>().get(paths.live, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const displaced = new AbortController()
    const leave = places.take({
      accountId: account.id,
      network: networkOf(c.get('clientIp')),
      end: () => displaced.abort(),
    })
    if (!leave) return problemResponse(c, refuse('rate_limited', { retryAfterSeconds }))
    const stream = await eventStream({
      hub,
      ownerId: account.id,
      sessionId: account.sessionId,
      stillAllowed: async () => !isRefusal(await authenticate(platform, c)),
      signal: AbortSignal.any([c.req.raw.signal, displaced.signal]),
      ended: leave,
    }).catch((error: unknown) => {
      leave()
      throw error
    })
    return c.body(stream, 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would hold the events back until its buffer is full.
      'X-Accel-Buffering': 'no',
    })
  })
}
