import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../logging/logger.ts'

const reconnectDelaysMs = [100, 500, 1000, 5000] as const

export type Listener = {
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/**
 * LISTEN for any number of callbacks over one connection, opened with the first of them. When that connection breaks it is opened again,
 * with growing pauses, until it stands; what was sent meanwhile is lost.
 */
export function openListener(connectionString: string, logger: Logger): Listener {
  const callbacks = new Map<string, Set<(payload: string) => void>>()
  const closing = new AbortController()
  let connection: Promise<pg.Client> | null = null

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString, keepAlive: true, application_name: 'assent listener' })
    let standing = false
    client.on('notification', ({ channel, payload }) => {
      for (const onMessage of callbacks.get(channel) ?? []) onMessage(payload ?? '')
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
          return await connect()
        } catch {
          // The next round tries again.
        }
      }
    })()
    connection.catch(() => {})
  }

  /** The connection, opened if it is not; a failed first attempt is not remembered. */
  async function connected(): Promise<pg.Client> {
    if (!connection) {
      connection = connect()
      connection.catch(() => {
        connection = null
      })
    }
    return connection
  }

  return {
    async listen(channel, onMessage) {
      const known = callbacks.get(channel) ?? new Set()
      callbacks.set(channel, known.add(onMessage))
      const stop = async () => {
        known.delete(onMessage)
        if (known.size > 0 || callbacks.get(channel) !== known) return
        callbacks.delete(channel)
        const client = await connection?.catch(() => null)
        if (!closing.signal.aborted) await client?.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`)
      }
      try {
        // LISTEN twice on a channel is one LISTEN, so this need not know whether `connect` did it.
        await (await connected()).query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      } catch (error) {
        known.delete(onMessage)
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
