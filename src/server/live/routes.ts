import type { Hono } from 'hono'
import { accountCallers, authenticate } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { toNetwork } from '../http/client-network.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import { openEventStream } from './event-stream.ts'
import { createHub } from './hub.ts'
import { createStreamPlaces } from './stream-places.ts'

/** When somebody whose network has no place left may ask again. */
const retryAfterSeconds = 10

export function createLiveRoutes(platform: Platform): Hono<AppEnv> {
  const places = createStreamPlaces()
  const hub = createHub(platform.database, platform.logger)
  return serveEndpoints(platform, accountCallers, {
    async 'GET /api/live'({ caller, clientIp, c }) {
      const displaced = new AbortController()
      const leave = places.take({
        accountId: caller.id,
        network: toNetwork(clientIp),
        end: () => displaced.abort(),
      })
      if (!leave) return refuse('rate_limited', { retryAfterSeconds })
      const stream = await openEventStream({
        hub,
        ownerId: caller.id,
        sessionId: caller.sessionId,
        isStillAllowed: async () => !isRefusal(await authenticate(platform, c)),
        signal: AbortSignal.any([c.req.raw.signal, displaced.signal]),
        leaving: platform.leaving.begun,
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
    },
  })
}
