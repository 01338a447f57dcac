import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../logging/logger.ts'
import type { Database } from './database.ts'
import { reachDatabase } from './database-unavailable.ts'
import { makeSessionConfig } from './session.ts'

/** Short to the end: whoever looks at an open page waits for nothing else. */
const reconnectDelaysMs = [100, 500, 1000, 2000] as const

/** A server that accepts connections and says nothing. */
const connectPatienceMs = 5000

export type Listener = Pick<Database, 'listen'> & {
  close(): Promise<void>
}

/**
 * LISTEN for any number of callbacks over one connection, opened with the first of them. When that connection breaks it is opened again,
 * with growing pauses, until it stands; what was sent meanwhile is lost, and whoever listens is told that there was a gap.
 */
export function openListener(connectionString: string, logger: Logger): Listener {
  type Callback = { onMessage: (payload: string) => void; onGap: () => void }
  const callbacks = new Map<string, Set<Callback>>()
  const closing = new AbortController()
  let connection: Promise<pg.Client> | null = null

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...makeSessionConfig('listening', connectionString, 'assent listener'),
      connectionTimeoutMillis: connectPatienceMs,
    })
    let standing = false
    client.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of callbacks.get(channel) ?? []) onMessage(payload ?? '')
    })
    client.on('error', () => {
      client.end().catch(() => {})
    })
    client.on('end', () => {
      if (standing) void reconnect()
    })
    await client.connect()
    for (const channel of callbacks.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    standing = true
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

  /** The connection, opened if it is not; a failed first attempt is not remembered. */
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
        // LISTEN twice on a channel is one LISTEN, so this need not know whether `connect` did it.
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
