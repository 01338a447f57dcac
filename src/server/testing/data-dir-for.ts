import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type ServerProcess, startServer, stopLeftServer } from './server-process.ts'

/** One sentence for the person at the terminal, without a stack or a second line. */
export const oneSentence = /^[^\n]+\n$/

export type DataDirForEach = {
  readonly dataDir: string
  /** Starts a server on it, which is stopped at the end of the test at the latest. */
  start(environment?: Record<string, string>): Promise<ServerProcess>
}

/** A new DATA_DIR for each test; afterwards its servers, its database and the folder are removed. */
export function dataDirForEach(): DataDirForEach {
  let dataDir = ''
  let running: ServerProcess[] = []
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'assent-process-'))
    running = []
  })
  afterEach(async () => {
    for (const server of running) await server.kill('SIGKILL')
    await stopLeftServer(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    get dataDir() {
      return dataDir
    },
    async start(environment = {}) {
      const server = await startServer({ DATA_DIR: dataDir, ...environment })
      running.push(server)
      return server
    },
  }
}
