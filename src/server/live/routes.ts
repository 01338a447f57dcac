import type { Hono } from 'hono'
import { accountCallers, authenticate } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { toNetwork } from '../http/client.ts'
import { isRefusal, refuse } from '../http/problem.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import { createHub, type Hub } from './hub.ts'

/** When a person whose network has no place left may ask again. */
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

/** Proxies close a connection that is silent for 30 s or longer. */
export const heartbeatMs = 25_000

/** A reader this many messages behind has gone; it reconnects if it has not. */
const maxWaitingMessages = 64

/** Not all readers of a process that goes come back in the same moment. */
const elsewhereWithinMs = 300

type EventStreamOptions = {
  hub: Hub
  ownerId: string
  /** With its end the stream ends, by the database's word and at once. */
  sessionId: string
  /** Asked at every heartbeat, should that word be lost: false once the session was revoked or its token ended. */
  isStillAllowed: () => Promise<boolean>
  /** Ends the stream: the client has gone, or another client has its place. */
  signal: AbortSignal
  /** This process is about to end: the reader is told to reconnect at once, which leads to another one. */
  leaving: AbortSignal
  /** Called once when the stream has ended. */
  ended: () => void
}

/**
 * The owner's changes as server-sent events (HTML standard, 9.2): each a `data:` line with the JSON of one change, and
 * a comment as a sign of life every 25 s. Resolves once changes reach the stream; ends after a gap in them, as when the
 * database was away.
 */
async function openEventStream(options: EventStreamOptions): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TransformStream<string, Uint8Array>(
    {
      transform: (text, controller) => controller.enqueue(new TextEncoder().encode(text)),
    },
    new CountQueuingStrategy({ highWaterMark: maxWaitingMessages }),
    new CountQueuingStrategy({ highWaterMark: 1 }),
  )
  const writer = writable.getWriter()
  let unsubscribe = () => {}
  let heartbeat: NodeJS.Timeout | undefined

  const end = () => {
    clearInterval(heartbeat)
    unsubscribe()
    options.signal.removeEventListener('abort', end)
    options.leaving.removeEventListener('abort', goElsewhere)
    options.ended()
    writer.close().catch(() => {})
  }
  const send = (text: string) => {
    if ((writer.desiredSize ?? 0) > 0) writer.write(text).catch(() => {})
    else writer.abort().catch(() => {})
  }

  const goElsewhere = () => {
    send(`retry: ${Math.floor(Math.random() * elsewhereWithinMs)}\n\n`)
    end()
  }

  unsubscribe = await options.hub.subscribe({
    ownerId: options.ownerId,
    sessionId: options.sessionId,
    tell: (change) => send(`data: ${JSON.stringify(change)}\n\n`),
    end,
  })
  heartbeat = setInterval(async () => {
    const allowed = await options.isStillAllowed().catch(() => false)
    if (allowed) send(': here\n\n')
    else end()
  }, heartbeatMs)
  // The reader's cancelling shows here as the writer's end.
  writer.closed.then(end, end)
  options.signal.addEventListener('abort', end)
  options.leaving.addEventListener('abort', goElsewhere)
  send(': connected\n\n')
  if (options.leaving.aborted) goElsewhere()
  // The session may have ended between its check and the subscription.
  if (options.signal.aborted || !(await options.isStillAllowed())) end()
  return readable
}

/** How many event streams may be open at once. */
type StreamLimits = { inAll: number; perNetwork: number; perAccount: number }

/**
 * Far above the needs of a person with many tabs, or an office behind one address. An account that opens one too many
 * loses its oldest: usually a tab that vanished, and a tab in use reconnects.
 */
export const streamLimits: StreamLimits = { inAll: 4000, perNetwork: 400, perAccount: 16 }

type Place = { accountId: string; network: string; end(): void }

/** The places for the event streams of this process. */
type StreamPlaces = {
  /** Takes a place and answers how to give it back; null when all places, or those of the network, are taken. */
  take(place: Place): (() => void) | null
}

export function createStreamPlaces(limits: StreamLimits = streamLimits): StreamPlaces {
  /** The places of each account, in the order in which they were taken. */
  const accounts = new Map<string, Set<Place>>()
  const networks = new Map<string, number>()
  let open = 0

  function give(place: Place): void {
    const own = accounts.get(place.accountId)
    if (!own?.delete(place)) return
    if (own.size === 0) accounts.delete(place.accountId)
    const left = (networks.get(place.network) ?? 1) - 1
    if (left === 0) networks.delete(place.network)
    else networks.set(place.network, left)
    open -= 1
  }

  return {
    take(place) {
      const own = accounts.get(place.accountId) ?? new Set()
      const [oldest] = own
      if (oldest && own.size >= limits.perAccount) {
        give(oldest)
        oldest.end()
      }
      const here = networks.get(place.network) ?? 0
      if (open >= limits.inAll || here >= limits.perNetwork) return null
      accounts.set(place.accountId, own.add(place))
      networks.set(place.network, here + 1)
      open += 1
      return () => give(place)
    },
  }
}
