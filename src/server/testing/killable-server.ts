import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../platform/clock/index.ts'
import { chooseFreePort } from '../platform/database/embedded/cluster.ts'
import type { Served } from './people.ts'
import { startServer } from './server-process.ts'
import { stopLeftServer } from './stop-left-server.ts'

/** A real server with a DATA_DIR of its own, to be killed and started again on the same data. */
export type KillableServer = {
  dataDir: string
  served: Served
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts the next process on what the last one left. */
  restart(): Promise<void>
  /** Kills it, stops its database and removes its data. */
  close(): Promise<void>
}

export async function startKillableServer(): Promise<KillableServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-kill-'))
  // The address names the issuer of tokens, so it stays the same across restarts.
  const port = String(await chooseFreePort())
  const start = () => startServer({ DATA_DIR: dataDir, PORT: port, RATE_LIMITS: 'off', EMAIL_CODE: 'never' })
  let server = await start()
  const kill = async () => {
    await server.kill('SIGKILL')
  }
  return {
    dataDir,
    served: {
      clock: systemClock,
      app: { request: (path, init) => fetch(new URL(path, server.origin), init) },
    },
    kill,
    async restart() {
      server = await start()
    },
    async close() {
      await kill()
      await stopLeftServer(dataDir)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
