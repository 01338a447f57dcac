import { chmod, mkdir, rm } from 'node:fs/promises'
import { chooseFreePort } from '../../src/server/platform/database/embedded/free-port.ts'
import { stopLeftServer } from '../../src/server/platform/database/embedded/stop-left-server.ts'
import type { Served } from '../../src/server/testing/people.ts'
import { findPostmaster, type LaunchedServer, launchServer } from '../../src/server/testing/server-process.ts'
import { Ledger } from './ledger.ts'

/** One DATA_DIR, the server on it, whatever became of that, and what it acknowledged. */
export class Installation {
  readonly dataDir: string
  readonly served: Served
  readonly ledger = new Ledger()
  private readonly environment: Record<string, string>
  private server: LaunchedServer | null = null

  private constructor(dataDir: string, port: number) {
    this.dataDir = dataDir
    this.environment = {
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_LIMITS: 'off',
      EMAIL_CODE: 'never',
    }
    const origin = `http://127.0.0.1:${port}`
    this.served = {
      clock: { now: () => new Date() },
      app: {
        request: (path, init) =>
          fetch(new URL(path, origin), { ...init, signal: init?.signal ?? AbortSignal.timeout(30_000) }),
      },
    }
  }

  static async create(dataDir: string): Promise<Installation> {
    await mkdir(dataDir, { recursive: true })
    await chmod(dataDir, 0o755)
    return new Installation(dataDir, await chooseFreePort())
  }

  /** Starts the process; it may not serve yet. */
  async launch(): Promise<LaunchedServer> {
    this.server = await launchServer(this.environment)
    return this.server
  }

  /** Starts it and waits until it serves. Throws with what it said when it does not. */
  async serve(): Promise<LaunchedServer> {
    const server = await this.launch()
    await server.serving
    return server
  }

  /** Ends the process at once, and its database too where asked. */
  async kill(withDatabase = false): Promise<void> {
    const database = withDatabase ? await findPostmaster(this.dataDir) : null
    await this.server?.kill('SIGKILL')
    if (!database) return
    try {
      process.kill(database.pid, 'SIGKILL')
    } catch {
      // It had not come up, or was gone.
    }
  }

  async stop(): Promise<void> {
    await this.server?.kill('SIGTERM')
  }

  async remove(): Promise<void> {
    await this.server?.kill('SIGKILL')
    await stopLeftServer(this.dataDir)
    await rm(this.dataDir, { recursive: true, force: true })
  }
}
