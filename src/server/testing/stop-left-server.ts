import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPostmaster } from '../platform/database/embedded/postmaster.ts'

/** Stops the server that a killed process left running in a DATA_DIR without a server; resolves when there is none. */
export async function stopLeftServer(dataDir: string): Promise<void> {
  const place = await realpath(join(dataDir, 'postgres', 'cluster')).catch(() => null)
  if (!place) return
  const running = await findPostmaster(place)
  if (!running) return
  // SIGINT is PostgreSQL's fast shutdown.
  process.kill(running.pid, 'SIGINT')
  for (let waitedMs = 0; waitedMs < 10_000 && (await findPostmaster(place)); waitedMs += 100) await wait(100)
}
