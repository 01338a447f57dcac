import type { Hono } from 'hono'
import { accountCallers, authenticate } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { toNetwork } from '../http/client.ts'
import { isRefusal, refuse } from '../http/problem.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import { createHub, type Hub } from './hub.ts'

/** Retry-After, in seconds, for a person whose network has no place left. */
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
        shutdownBegun: platform.shutdown.begun,
        ended: leave,
      }).catch((error: unknown) => {
        leave()
        throw error
      })
      return c.body(stream, 200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // Without it nginx would hold the events back until its buffer is full.
        'X-Accel-Buffering': 'no',
      })
    },
  })
}

/** Proxies close a connection that is silent for 30 s or longer. */
export const heartbeatMs = 25_000

/** A client this many messages behind is considered gone; it reconnects if it isn't. */
const maxWaitingMessages = 64

/** Spreads the reconnects when a process stops, so that they don't all arrive at once. */
const maxReconnectDelayMs = 300

type EventStreamOptions = {
  hub: Hub
  ownerId: string
  /** When this session ends, the database announces it and the stream ends at once. */
  sessionId: string
  /**
   * Called at every heartbeat, in case that announcement is lost: false once the session was revoked or its token
   * expired.
   */
  isStillAllowed: () => Promise<boolean>
  /** Ends the stream: the client disconnected, or another client takes its place. */
  signal: AbortSignal
  /**
   * Announces that this process is about to stop: the client is told to reconnect at once, which leads it to another
   * process.
   */
  shutdownBegun: AbortSignal
  /** Called once when the stream has ended. */
  ended: () => void
}

/**
 * The owner's changes as server-sent events (HTML standard, 9.2): each a `data:` line with the JSON of one change, and
 * a comment as a heartbeat every 25 s. Resolves once changes reach the stream; the stream ends after a gap in them, as
 * when the database was unavailable.
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
    options.shutdownBegun.removeEventListener('abort', sendElsewhere)
    options.ended()
    writer.close().catch(() => {})
  }
  const send = (text: string) => {
    if ((writer.desiredSize ?? 0) > 0) writer.write(text).catch(() => {})
    else writer.abort().catch(() => {})
  }

  const sendElsewhere = () => {
    send(`retry: ${Math.floor(Math.random() * maxReconnectDelayMs)}\n\n`)
    end()
  }

  unsubscribe = await options.hub.subscribe({
    ownerId: options.ownerId,
    sessionId: options.sessionId,
    onChange: (change) => send(`data: ${JSON.stringify(change)}\n\n`),
    end,
  })
  heartbeat = setInterval(async () => {
    const allowed = await options.isStillAllowed().catch(() => false)
    if (allowed) send(': here\n\n')
    else end()
  }, heartbeatMs)
  // The client's cancellation shows here as the writer's end.
  writer.closed.then(end, end)
  options.signal.addEventListener('abort', end)
  options.shutdownBegun.addEventListener('abort', sendElsewhere)
  send(': connected\n\n')
  if (options.shutdownBegun.aborted) sendElsewhere()
  // The session may have ended between its check and the subscription.
  if (options.signal.aborted || !(await options.isStillAllowed())) end()
  return readable
}

/** How many event streams may be open at once. */
type StreamLimits = { total: number; perNetwork: number; perAccount: number }

/**
 * Far above the needs of a person with many tabs, or an office behind one address. An account that opens one too many
 * loses its oldest: usually a tab that is gone; a tab in use reconnects.
 */
export const streamLimits: StreamLimits = { total: 4000, perNetwork: 400, perAccount: 16 }

type Place = { accountId: string; network: string; end(): void }

/** The places for the event streams of this process. */
type StreamPlaces = {
  /**
   * Takes a place and returns a function that gives it back; null if all places, or those of the network, are taken.
   */
  take(place: Place): (() => void) | null
}

export function createStreamPlaces(limits: StreamLimits = streamLimits): StreamPlaces {
  /** The places of each account, in the order in which they were taken. */
  const accounts = new Map<string, Set<Place>>()
  const networks = new Map<string, number>()
  let open = 0

  function release(place: Place): void {
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
        release(oldest)
        oldest.end()
      }
      const here = networks.get(place.network) ?? 0
      if (open >= limits.total || here >= limits.perNetwork) return null
      accounts.set(place.accountId, own.add(place))
      networks.set(place.network, here + 1)
      open += 1
      return () => release(place)
    },
  }
}
