import { setTimeout as wait } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import type { Logger } from '../logging/index.ts'
import { type Database, reachDatabase } from './database.ts'

/** The purpose of a database session: each has its own timeouts. */
type SessionUse = keyof typeof limits

/**
 * In milliseconds. The transaction of a frozen or lost process holds its locks for 15 s. The lock timeout is longer: 20
 * s. No request or job needs a minute.
 */
const limits = {
  /** Requests and jobs. */
  serving: {
    statement_timeout: 60_000,
    lock_timeout: 20_000,
    idle_in_transaction_session_timeout: 15_000,
  },
  /** Reads everything or changes the schema: no statement timeout, but one for idling in a transaction. */
  maintenance: { idle_in_transaction_session_timeout: 60_000 },
  /** Waits for messages, without a time limit. */
  listening: {},
} as const

/** Both PostgreSQL and this process treat a peer as gone after 25 s without an answer. */
const serverSide = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
}

/** The driver's configuration for a use. Keeps the options that `connectionString` itself sets. */
export function makeSessionConfig(
  use: SessionUse,
  connectionString: string,
  applicationName: string,
): ClientConfig & { connectionString: string } {
  const settings = Object.entries({ ...serverSide, ...limits[use] }).map(
    ([name, value]) => `-c ${name}=${value}`,
  )
  const url = new URL(connectionString)
  const given = url.searchParams.get('options')
  url.searchParams.delete('options')
  return {
    connectionString: given === null ? connectionString : url.href,
    options: [...settings, ...(given ? [given] : [])].join(' '),
    application_name: applicationName,
    keepAlive: true,
    // After this delay the operating system sends a probe every second, ten times.
    keepAliveInitialDelayMillis: 10_000,
    // Keepalive doesn't notice a connection that vanished during a query. This timeout is shorter than PostgreSQL's
    // own: a COMMIT that waits in vain for another node (synchronous replication) is ended by statement_timeout with a
    // warning and reported as a success, although the change is on one machine only. This timeout fires before that
    // success can be reported to a person.
    ...(use === 'serving' ? { query_timeout: limits.serving.statement_timeout - 5000 } : {}),
  }
}

/** Stays short, because an open page waits for the reconnect. */
const reconnectDelaysMs = [100, 500, 1000, 2000] as const

/** Connection timeout for a server that accepts connections and never answers, in milliseconds. */
const connectTimeoutMs = 5000

type Listener = Pick<Database, 'listen'> & {
  close(): Promise<void>
}

/**
 * LISTEN for any number of callbacks over one connection, opened with the first callback. A broken connection is
 * reopened with back-off. Messages sent during the gap are lost, so each listener's `onGap` is called.
 */
export function openListener(connectionString: string, logger: Logger): Listener {
  type Callback = { onMessage: (payload: string) => void; onGap: () => void }
  const callbacks = new Map<string, Set<Callback>>()
  const closing = new AbortController()
  let connection: Promise<pg.Client> | null = null

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...makeSessionConfig('listening', connectionString, 'assent listener'),
      connectionTimeoutMillis: connectTimeoutMs,
    })
    let isConnected = false
    client.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of callbacks.get(channel) ?? []) onMessage(payload ?? '')
    })
    client.on('error', () => {
      client.end().catch(() => {})
    })
    client.on('end', () => {
      if (isConnected) void reconnect()
    })
    await client.connect()
    for (const channel of callbacks.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    isConnected = true
    return client
  }

  async function reconnect(): Promise<void> {
    if (closing.signal.aborted) return
    logger.warn({}, 'the listening database connection broke; reconnecting')
    connection = (async () => {
      for (let attempt = 0; ; attempt++) {
        const delayMs = reconnectDelaysMs[Math.min(attempt, reconnectDelaysMs.length - 1)]
        await wait(delayMs, undefined, { signal: closing.signal })
        try {
          const client = await connect()
          for (const { onGap } of [...callbacks.values()].flatMap((known) => [...known])) onGap()
          return client
        } catch {
          // The next round tries again.
        }
      }
    })()
    connection.catch(() => {})
  }

  /** The connection, opened when there is none; a failed first attempt isn't cached. */
  async function openClient(): Promise<pg.Client> {
    if (!connection) {
      connection = connect()
      connection.catch(() => {
        connection = null
      })
    }
    return connection
  }

  return {
    async listen(channel, onMessage, onGap = () => {}) {
      const callback = { onMessage, onGap }
      const known = callbacks.get(channel) ?? new Set()
      callbacks.set(channel, known.add(callback))
      const stop = async () => {
        known.delete(callback)
        if (known.size > 0 || callbacks.get(channel) !== known) return
        callbacks.delete(channel)
        const client = await connection?.catch(() => null)
        if (!closing.signal.aborted) await client?.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`)
      }
      try {
        // Repeating LISTEN on a channel has no effect, so it doesn't matter whether `connect` already did it.
        await reachDatabase(async () => (await openClient()).query(`LISTEN ${pg.escapeIdentifier(channel)}`))
      } catch (error) {
        known.delete(callback)
        throw error
      }
      return stop
    },

    async close() {
      closing.abort()
      callbacks.clear()
      const client = await connection?.catch(() => null)
      await client?.end()
    },
  }
}
