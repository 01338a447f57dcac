import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Any fixed number: whoever holds it in a database is the one process that serves from it. */
const serverLock = 4_113_251_503

/** Held until `release`, or until the database ends. */
export type ProcessLock = { release(): Promise<void> }

/**
 * Takes the database's one process lock: a session advisory lock on a connection of its own, so that it ends with the process, however
 * that ends. A predecessor killed a moment ago gets `patienceMs` for its connection to be noticed as gone. Null when another process
 * holds it. `onLost` is called when the connection breaks later: then the lock is no longer ours.
 */
export async function takeProcessLock(
  connectionString: string,
  options: { patienceMs: number; onLost: () => void },
): Promise<ProcessLock | null> {
  const client = new pg.Client({ connectionString, keepAlive: true, application_name: 'assent process lock' })
  let isHeld = false
  client.on('error', () => {})
  client.on('end', () => {
    if (isHeld) options.onLost()
  })
  await client.connect()
  const pauseMs = 200
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      serverLock,
    ])
    if (rows[0]?.taken) break
    if (waitedMs >= options.patienceMs) {
      await client.end()
      return null
    }
    await wait(pauseMs)
  }
  isHeld = true
  return {
    async release() {
      isHeld = false
      await client.end()
    },
  }
}
