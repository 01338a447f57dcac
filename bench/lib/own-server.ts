import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isBuilt } from '../../scripts/lib/build-stamp.mjs'
import { pickFreePort } from '../../scripts/lib/free-port.mjs'
import { root as ownRoot } from '../../scripts/lib/project.mjs'
import { serverMemory, serverProgram } from '../../scripts/lib/server-program.mjs'
import { systemClock } from '../../src/server/platform/clock/index.ts'
import type { Served } from '../../src/server/testing/people.ts'

/** `root`: the checkout whose built server runs. */
type ServerOptions = { pages?: boolean; rateLimits?: 'on' | 'off'; env?: NodeJS.ProcessEnv; root?: string }

/** Runs the built server with a new DATA_DIR and a free port; stops it and removes the folder afterwards. */
export async function onOwnServer(
  measure: (base: string, dataDir: string, pid: number) => Promise<void>,
  options: ServerOptions = {},
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-bench-'))
  try {
    const server = await startServer(dataDir, await pickFreePort(), options)
    await measure(server.base, dataDir, server.pid).finally(server.stop)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Starts the built server with a DATA_DIR and port, and resolves when it is ready. With `pages`, it also serves the
 * pages.
 * @throws {Error} if the build is missing or older than the sources
 */
export async function startServer(
  dataDir: string,
  port: number,
  { pages = false, rateLimits = 'off', env = {}, root = ownRoot }: ServerOptions = {},
): Promise<{ base: string; pid: number; stop(): Promise<void> }> {
  if (root === ownRoot && (!isBuilt('node') || (pages && !isBuilt('client'))))
    throw new Error('Build first: npm run build')
  const given = { DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: rateLimits, LOG_LEVEL: 'error' }
  const server = spawn(process.execPath, [...serverProgram, ...(pages ? [] : ['--without-pages'])], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...serverMemory, ...env, ...given },
  })
  const exited = once(server, 'exit')
  const stop = async () => {
    server.kill('SIGTERM')
    await exited
  }
  const base = `http://127.0.0.1:${port}`
  // Earlier versions don't report that they are ready.
  const ready = root === ownRoot ? once(server, 'message').then(([{ ready }]) => ready) : answers(base)
  if (!(await Promise.race([ready, exited.then(() => false)]))) throw new Error('the server did not start')
  return { base, pid: server.pid ?? 0, stop }
}

async function answers(base: string): Promise<true> {
  while (
    !(await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await wait(100)
  return true
}

/** The product at an origin, in the form that test people use. */
export function reach(origin: string, timeoutMs = 100_000): Served {
  const request = (path: string, init?: RequestInit) =>
    fetch(new URL(path, origin), { ...init, signal: AbortSignal.timeout(timeoutMs) })
  return { clock: systemClock, app: { request } }
}

/** The resident memory of a process in megabytes, according to Linux; 0 if the process has ended. */
export async function measureResidentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024)
}
