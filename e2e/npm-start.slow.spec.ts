import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './test.ts'

/** npm start in its own process; `output` returns its output so far. */
type Started = { npm: ChildProcess; origin: string; output: () => string }

async function npmStart(dataDir: string): Promise<Started> {
  const port = await freePort()
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: '', npm_lifecycle_event: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const pipe of [npm.stdout, npm.stderr]) {
    pipe?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return { npm, origin: `http://localhost:${port}`, output: () => output }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const answers = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status,
    () => 'no answer',
  )

// One installation is used by the whole file, like that of a person who restarts the product.
test.describe.configure({ mode: 'default' })

let dataDir: string
let started: Started | null = null
// Only a failed test leaves it running.
test.afterEach(() => void started?.npm.kill('SIGKILL'))
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assent-npm-start-'))
})
test.afterAll(() => rm(dataDir, { recursive: true, force: true }))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
  test(`npm start prints its address and leaves nothing behind when npm gets ${signal} (RUN-1)`, async () => {
    const postmaster = join(dataDir, 'postgres/cluster/postmaster.pid')
    started = await npmStart(dataDir)
    const { npm, origin, output } = started
    await expect.poll(output, { timeout: 300_000 }).toContain(`is ready at ${origin}`)
    expect(await answers(origin)).toBe(200)
    const database = Number((await readFile(postmaster, 'utf8')).split('\n')[0])
    expect(database).toBeGreaterThan(0)

    npm.kill(signal)
    await expect.poll(() => answers(origin)).toBe('no answer')
    await expect.poll(() => existsSync(postmaster)).toBe(false)
  })
}
