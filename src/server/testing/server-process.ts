import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { serverProgram } from '../../../scripts/lib/server-program.mjs'
import { systemClock } from '../platform/clock/index.ts'
import { chooseFreePort } from '../platform/database/embedded/cluster.ts'
import { findPostmaster as findRunning } from '../platform/database/embedded/postmaster.ts'
import type { Served } from './people.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Node's compile cache, shared by the processes. */
const compiled = join(root, 'node_modules', '.cache', 'compiled')

export type Ending = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

/** The built server in its own process, serving its API at `origin`. */
export type ServerProcess = {
  origin: string
  served: Served
  pid: number
  kill(signal: NodeJS.Signals): Promise<Ending>
  /** Disconnects from the server, as the death of its parent would. */
  disconnect(): Promise<Ending>
}

/** Starts the server and resolves when it serves. Rejects with its output if it exits instead. */
export async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const server = await launchServer(environment)
  await server.serving
  return server
}

/** A server process that may not serve yet: `serving` resolves when it does, and rejects if it exits instead. */
export type LaunchedServer = ServerProcess & { serving: Promise<void>; ended: Promise<Ending> }

export async function launchServer(environment: Record<string, string>): Promise<LaunchedServer> {
  const port = environment['PORT'] ?? String(await chooseFreePort())
  const origin = `http://127.0.0.1:${port}`
  const { child, ended } = spawnServer({ ...environment, PORT: port })
  const ready = new Promise<true>((resolve) => child.once('message', () => resolve(true)))
  const serving = Promise.race([ready, ended]).then((ending) => {
    if (ending !== true)
      throw new Error(`the server ended with ${ending.code}: ${ending.stderr}${ending.stdout.slice(-2000)}`)
  })
  // A test may kill it without awaiting `serving`.
  serving.catch(() => {})
  return {
    serving,
    ended,
    origin,
    served: {
      clock: systemClock,
      app: { request: (path, init) => fetch(new URL(path, origin), init) },
    },
    pid: child.pid ?? 0,
    kill(signal) {
      child.kill(signal)
      return ended
    },
    disconnect() {
      child.disconnect()
      return ended
    },
  }
}

/** Starts a server that is expected to refuse to start, and resolves to how it ended. */
export async function runServer(environment: Record<string, string>): Promise<Ending> {
  const port = environment['PORT'] ?? String(await chooseFreePort())
  return spawnServer({ ...environment, PORT: port }).ended
}

export function runScript(
  script: string,
  environment: Record<string, string>,
  ...args: string[]
): Promise<Ending> {
  return spawnNode([join(root, 'scripts', script), ...args], environment).ended
}

/** Runs one of the scripts and kills it at this change of the files in a folder, unless it has ended by then. */
export async function killScript(
  { change, folder }: { change: number; folder: string },
  script: string,
  environment: Record<string, string>,
  ...args: string[]
): Promise<Ending> {
  let left = change
  const watcher = watch(folder, { recursive: true })
  const { child, ended } = spawnNode([join(root, 'scripts', script), ...args], environment)
  watcher.on('change', () => {
    left -= 1
    if (left === 0) child.kill('SIGKILL')
  })
  return ended.finally(() => watcher.close())
}

/** The process id and port of the PostgreSQL below a DATA_DIR; null without one. */
export async function findPostmaster(dataDir: string): Promise<{ pid: number; port: number } | null> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  return lines[0] ? { pid: Number(lines[0]), port: Number(lines[3]) } : null
}

function spawnServer(environment: Record<string, string>): Spawned {
  return spawnNode([...serverProgram, '--without-pages'], environment)
}

type Spawned = { child: ChildProcess; ended: Promise<Ending> }

function spawnNode(args: string[], environment: Record<string, string>): Spawned {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', NODE_COMPILE_CACHE: compiled, ...environment },
  })
  const [stdout, stderr] = [child.stdout, child.stderr].map(readAll)
  // The event `close` isn't emitted after a disconnect from this side.
  const exited = new Promise<Pick<Ending, 'code' | 'signal'>>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const ended = Promise.all([exited, stdout, stderr]).then(([ending, logged = '', errors = '']) => ({
    ...ending,
    stdout: logged,
    stderr: errors,
  }))
  return { child, ended }
}

function readAll(pipe: Readable | null): Promise<string> {
  if (!pipe) throw new Error('the server was started without a pipe')
  let text = ''
  pipe.setEncoding('utf8').on('data', (more: string) => {
    text += more
  })
  return new Promise((resolve) => pipe.once('close', () => resolve(text)))
}

/** Stops the PostgreSQL that a killed server left running in a DATA_DIR; resolves when none runs. */
export async function stopLeftServer(dataDir: string): Promise<void> {
  const place = await realpath(join(dataDir, 'postgres', 'cluster')).catch(() => null)
  if (!place) return
  const running = await findRunning(place)
  if (!running) return
  // SIGINT is PostgreSQL's fast shutdown.
  process.kill(running.pid, 'SIGINT')
  for (let waitedMs = 0; waitedMs < 10_000 && (await findRunning(place)); waitedMs += 100) await wait(100)
}

/** A real server with its own DATA_DIR, to be killed and started again on the same data. */
export type KillableServer = {
  dataDir: string
  served: Served
  /** Kills the process at once, like a power cut. */
  kill(): Promise<void>
  /** Starts the next process on the data left by the last one. */
  restart(): Promise<void>
  /** Kills it, stops its database and removes its data. */
  close(): Promise<void>
}

export async function startKillableServer(environment: Record<string, string> = {}): Promise<KillableServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-kill-'))
  // The URL names the issuer of tokens, so it stays the same across restarts.
  const port = String(await chooseFreePort())
  const start = () =>
    startServer({ DATA_DIR: dataDir, PORT: port, RATE_LIMITS: 'off', EMAIL_CODE: 'never', ...environment })
  let server = await start()
  const kill = async () => {
    await server.kill('SIGKILL')
  }
  return {
    dataDir,
    // Its port stays the same.
    served: server.served,
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
