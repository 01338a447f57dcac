import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { Agent, createServer, request as send } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chooseFreePort } from './platform/database/embedded/cluster.ts'
import { sql } from './platform/database/index.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { listenHere } from './testing/listen-here.ts'
import { openLivePage } from './testing/live-page.ts'
import { createVerification, enter, type Person, postJson, register } from './testing/people.ts'
import { type ServerProcess, startServer } from './testing/server-process.ts'
import { silentLogger } from './testing/silent-logger.ts'
import { folderForTest } from './testing/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

/** Timeout for up to six starts of whole servers, on a machine that may be busy. */
const patienceMs = 600_000

let folder: string
let source: TestDatabase
let balancer: Balancer
let running: Map<string, ServerProcess>
let keeper: ChildProcess | null
beforeEach(async () => {
  folder = folderForTest()
  for (const shared of ['files', 'secrets']) await mkdir(join(folder, shared))
  source = await createTestDatabase()
  balancer = await startBalancer()
  running = new Map()
  keeper = null
})
afterEach(async () => {
  await balancer.close()
  for (const server of running.values()) await server.kill('SIGKILL')
  keeper?.kill('SIGKILL')
  await source.drop()
})

/** Starts a server as on a separate machine that mounts the shared store and has the same keys. */
async function startOne(name: string): Promise<void> {
  const dataDir = join(folder, name)
  await mkdir(dataDir, { recursive: true })
  for (const shared of ['files', 'secrets'])
    await symlink(join(folder, shared), join(dataDir, shared)).catch(() => {})
  const server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: source.connectionString,
    MIGRATIONS_DATABASE_URL: source.ownerConnectionString,
    PUBLIC_URL: `http://localhost:${balancer.port}`,
    DRAIN_SECONDS: '3',
    RATE_LIMITS: 'off',
    DOCUMENT_READING: 'off',
  })
  running.set(name, server)
  balancer.setBackends([...running.values()].map(({ origin }) => origin))
}

async function emptyDatabase(): Promise<void> {
  const owner = openDatabase(source.ownerConnectionString, { logger: silentLogger, maxConnections: 1 })
  await owner.run(sql`DROP SCHEMA public, graphile_worker CASCADE`)
  await owner.run(sql`CREATE SCHEMA public`)
  await owner.close()
}

const asked = (origin: string) => ({
  clock: { now: () => new Date() },
  app: { request: (path: string, init?: RequestInit) => fetch(new URL(path, origin), init) },
})

/** Sends requests without a pause, each on a new connection, until stopped; returns the outcomes. */
function requestContinuously(origin: string, ada: Person) {
  const outcomes = new Map<string, number>()
  let longestMs = 0
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const askedAt = performance.now()
      const headers = { ...ada.headers, connection: 'close' }
      const outcome = await fetch(`${origin}/api/verifications`, { headers }).then(
        async (answer) => `${answer.status}${answer.status === 200 ? '' : ` ${await answer.text()}`}`,
        (error: Error) => String(error.cause),
      )
      longestMs = Math.max(longestMs, performance.now() - askedAt)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  })()
  return {
    async stop() {
      isOver = true
      await asking
      return { outcomes: Object.fromEntries(outcomes), longestMs }
    },
  }
}

it(
  'three servers that start concurrently on an empty database serve together, and restarting them one after the other drops no request or stream (REPLICA-10)',
  async () => {
    await emptyDatabase()
    await Promise.all(['a', 'b', 'c'].map(startOne))
    await expect.poll(() => fetch(`${balancer.origin}/readyz`).then(({ status }) => status)).toBe(200)
    const ada = await register(asked(balancer.origin))
    const { app } = asked(balancer.origin)

    const reconnected: number[] = []
    const endings: (string | null)[] = []
    let isOver = false
    const page = { open: await openLivePage(app, ada) }
    const watching = (async () => {
      while (!isOver) {
        let last: string | null = null
        for (let message = await page.open.next(); message !== null; message = await page.open.next())
          last = message
        if (isOver) return
        endings.push(last)
        const endedAt = performance.now()
        await wait(Number(/^retry: (\d+)$/.exec(last ?? '')?.[1] ?? 10_000))
        page.open = await openLivePage(app, ada)
        expect(page.open.answer.status).toBe(200)
        reconnected.push(performance.now() - endedAt)
      }
    })()
    const asking = [1, 2, 3].map(() => requestContinuously(balancer.origin, ada))

    for (const name of ['a', 'b', 'c']) {
      const server = running.get(name)
      const ending = await server?.kill('SIGTERM')
      expect(ending?.code).toBe(0)
      await startOne(name)
      // The balancer has to include it before the next one stops.
      await expect
        .poll(() => fetch(`${running.get(name)?.origin}/readyz`).then(({ status }) => status))
        .toBe(200)
      await wait(1000)
    }
    const results = await Promise.all(asking.map(({ stop }) => stop()))
    for (const { outcomes } of results) expect(outcomes).toEqual({ 200: expect.any(Number) })
    isOver = true
    page.open.leave()
    await watching.catch(() => {})
    expect(endings.length).toBeGreaterThan(0)
    for (const ending of endings) expect(ending).toMatch(/^retry: \d+$/)
    expect(reconnected).toHaveLength(endings.length)
  },
  patienceMs,
)

it('a change at one server shows on pages open at the other, in both directions, and ending a session here ends its streams there (REPLICA-7)', async () => {
  for (const name of ['a', 'b']) await startOne(name)
  const [here, there] = ['a', 'b'].map((name) => asked(running.get(name)?.origin ?? ''))
  if (!here || !there) throw new Error('there are two')
  const ada = await register(here)
  for (const [from, to, type] of [
    [here, there, 'person'],
    [there, here, 'age'],
  ] as const) {
    const page = await openLivePage(to.app, ada)
    expect(await page.next()).toBe(': connected')
    const { id } = await createVerification(from, ada, { type })
    const sam = await enter(from, id)
    const declined = await postJson(from, `/api/public/verifications/${id}/decline`, {}, sam.headers)
    expect(declined.status).toBe(204)
    // The previous verification may still cause messages, about its mails.
    let message = await page.next()
    while (message !== null && !(message.includes(id) && message.includes('rejected')))
      message = await page.next()
    expect(message).not.toBeNull()
    page.leave()
  }
  const last = await openLivePage(there.app, ada)
  expect(await last.next()).toBe(': connected')
  await here.app.request('/auth/v1/logout', { method: 'POST', headers: ada.headers })
  let ending = await last.next()
  while (ending?.includes('rejected')) ending = await last.next()
  expect(ending).toBeNull()
  // Waiting for a missing message ends here.
})

it(
  'a server that was passed its socket refuses no connection during a restart (REPLICA-11)',
  async () => {
    const port = await chooseFreePort()
    const pidFile = join(folder, 'pid')
    const pid = async () => Number((await readFile(pidFile, 'utf8').catch(() => '')).trim())
    const origin = `http://127.0.0.1:${port}`
    keeper = spawn(
      process.execPath,
      [join(import.meta.dirname, 'testing', 'socket-keeper.ts'), String(port), pidFile],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          PATH: '/usr/bin:/bin',
          PORT: String(port),
          DATA_DIR: folder,
          DATABASE_URL: source.connectionString,
          RATE_LIMITS: 'off',
          DOCUMENT_READING: 'off',
        },
      },
    )
    const isReady = async () => {
      const answer = await fetch(`${origin}/readyz`).catch(() => null)
      return answer?.status === 200
    }
    // The connection waits in the socket until the server serves.
    await expect.poll(isReady).toBe(true)
    const first = await pid()
    const ada = await register(asked(origin))
    const asking = [1, 2, 3].map(() => requestContinuously(origin, ada))
    process.kill(first, 'SIGTERM')
    await expect.poll(pid).not.toBe(first)
    await expect.poll(isReady).toBe(true)
    const results = await Promise.all(asking.map(({ stop }) => stop()))
    for (const { outcomes } of results) expect(outcomes).toEqual({ 200: expect.any(Number) })
    const last = await pid()
    keeper.kill('SIGKILL')
    process.kill(last, 'SIGKILL')
  },
  patienceMs,
)

/** The interval of the balancer's health checks. */
const lookEveryMs = 200

/**
 * A typical load balancer: it polls /readyz, keeps its connections to the servers open, takes them in turn, and doesn't
 * retry failed requests.
 */
type Balancer = {
  origin: string
  port: number
  setBackends(origins: string[]): void
  close(): Promise<void>
}

async function startBalancer(): Promise<Balancer> {
  let ready: string[] = []
  let backends: string[] = []
  let turn = 0
  const agent = new Agent({ keepAlive: true })
  const looking = setInterval(async () => {
    const asked = backends
    const found = await Promise.all(asked.map(async (origin) => (await isReady(origin)) && origin))
    if (asked === backends) ready = found.filter((origin) => origin !== false)
  }, lookEveryMs)

  const server = createServer((incoming, outgoing) => {
    const backend = ready[turn++ % ready.length]
    if (!backend) {
      outgoing.writeHead(502).end('no backend is ready')
      return
    }
    const { method, url, headers } = incoming
    const passed = send(new URL(url ?? '/', backend), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
      answer.pipe(outgoing)
    })
    passed.on('error', () =>
      outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end('dropped'),
    )
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  const { port, origin, close } = await listenHere(server)
  return {
    port,
    origin,
    setBackends(origins) {
      backends = origins
    },
    close() {
      clearInterval(looking)
      agent.destroy()
      return close()
    },
  }
}

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
