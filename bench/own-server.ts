import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isBuilt } from '../scripts/lib/build-stamp.mjs'
import { serverMemory, serverProgram } from '../scripts/lib/server-program.mjs'

const startPatienceMs = 60_000

/**
 * The built server on a new DATA_DIR and a free port, with the rate limits off unless they are wanted; stopped and removed afterwards. With `pages` it
 * serves the pages too.
 * @throws {Error} when the build is not of the sources as they are: `npm run build` makes it
 */
export async function onOwnServer(
  measure: (base: string, dataDir: string, pid: number) => Promise<void>,
  { pages = false, rateLimits = false }: { pages?: boolean; rateLimits?: boolean } = {},
): Promise<void> {
  if (!isBuilt('node') || (pages && !isBuilt('client'))) throw new Error('Build first: npm run build')
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-bench-'))
  const port = await freePort()
  const server = spawn(process.execPath, [...serverProgram, ...(pages ? [] : ['--without-pages'])], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...serverMemory,
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_LIMITS: rateLimits ? 'on' : 'off',
      LOG_LEVEL: 'error',
    },
  })
  const exited = new Promise((resolve) => server.once('exit', resolve))
  try {
    const base = `http://127.0.0.1:${port}`
    await untilReady(base)
    await measure(base, dataDir, server.pid ?? 0)
  } finally {
    server.kill('SIGTERM')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function untilReady(base: string): Promise<void> {
  const deadline = performance.now() + startPatienceMs
  for (;;) {
    const isReady = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (performance.now() > deadline) throw new Error('the server did not become ready')
    await wait(100)
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}
