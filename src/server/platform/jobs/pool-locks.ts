import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Version 0.2.0 frees the jobs of every pool of workers without this lock, and then both versions do them. The next
 * version no longer runs beside 0.2.0 and can do without this file.
 */
const presenceLock = 411_325_150

const retryMs = 500

/** The locks of this process's pools of workers, for processes of version 0.2.0. */
export type PoolLocks = {
  /** Takes the lock of a pool. It is kept until `close`, and taken again after the connection broke. */
  add(poolId: string): void
  close(): void
}

/** Uses one connection of `pool` until it is closed. Rejects when the database can't be reached. */
export async function openPoolLocks(pool: pg.Pool): Promise<PoolLocks> {
  const poolIds = new Set<string>()
  const closing = new AbortController()
  let holder: pg.PoolClient | null = null

  // A lock that another pool has under the same hash protects this pool too.
  const lock = (client: pg.PoolClient, poolId: string) =>
    client.query('SELECT pg_try_advisory_lock($1, hashtext($2))', [presenceLock, poolId])

  async function connect(): Promise<void> {
    const client = await pool.connect()
    try {
      for (const poolId of poolIds) await lock(client, poolId)
    } catch (error) {
      client.release(true)
      throw error
    }
    if (closing.signal.aborted) return client.release(true)
    holder = client
    client.once('end', () => {
      if (holder !== client) return
      holder = null
      client.release(true)
      void reconnect()
    })
  }

  async function reconnect(): Promise<void> {
    while (!closing.signal.aborted) {
      await wait(retryMs, undefined, { signal: closing.signal }).catch(() => {})
      if (
        closing.signal.aborted ||
        (await connect()
          .then(() => true)
          .catch(() => false))
      )
        return
    }
  }

  await connect()
  return {
    add(poolId) {
      poolIds.add(poolId)
      if (holder) lock(holder, poolId).catch(() => {})
    },
    close() {
      closing.abort()
      const client = holder
      holder = null
      client?.release(true)
    },
  }
}
