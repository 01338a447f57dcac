import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { problemSchema } from '../../contract/problem.ts'
import type { RecordView } from '../../contract/record.ts'
import { choosePostgres, placeBinaries } from '../platform/database/embedded/binaries.ts'
import { preparePostgresUser, runProgram } from '../platform/database/embedded/operating-system-user.ts'
import { findPostmaster as findRunning } from '../platform/database/embedded/postmaster.ts'
import { createVerification, type Person, register, type Served } from '../testing/people.ts'
import { completeRecord } from '../testing/records.ts'
import { findPostmaster, type KillableServer, startKillableServer } from '../testing/server-process.ts'

let killable: KillableServer
let served: Served
let ada: Person
beforeAll(async () => {
  killable = await startKillableServer()
  served = killable.served
  ada = await register(served)
})
afterAll(() => killable.close())

/** Checks a response while the database may be unavailable, and returns its status. */
async function holds(answer: Response): Promise<number> {
  if (answer.status === 503) {
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(problemSchema.parse(await answer.json()).code).toBe('temporarily_unavailable')
  } else {
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
  return answer.status
}

/** Sends requests over real sockets, eight at a time, until stopped; returns the statuses. */
function load(): { stop(): Promise<Set<number>> } {
  let going = true
  const seen = new Set<number>()
  const asking = Array.from({ length: 8 }, async () => {
    while (going)
      seen.add(await holds(await served.app.request('/api/verifications', { headers: ada.headers })))
  })
  return {
    async stop() {
      going = false
      await Promise.all(asking)
      return seen
    },
  }
}

const worksAgain = () =>
  vi.waitFor(
    async () =>
      expect((await served.app.request('/api/verifications', { headers: ada.headers })).status).toBe(200),
    { timeout: 300_000, interval: 100 },
  )

it('the server survives a restart of the database under load, answers 503 until then, and recovers', async () => {
  const seen = new Set<number>()
  for (const how of ['immediate', 'fast'] as const) {
    const loading = load()
    await restartDatabase(killable.dataDir, how)
    await worksAgain()
    for (const status of await loading.stop()) seen.add(status)
    expect((await served.app.request('/healthz')).status).toBe(200)
  }
  expect([...seen].sort()).toEqual([200, 503])
})

it('after a restart of the database the jobs are done and open pages are updated', async () => {
  const leaving = new AbortController()
  const { body } = await served.app.request('/api/live', { ...ada, signal: leaving.signal })
  const page = body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await page?.read())?.value).toBe(': connected\n\n')
  await restartDatabase(killable.dataDir, 'immediate')
  // The stream ends, so that the page reconnects and reloads everything.
  expect((await page?.read())?.done).toBe(true)

  await worksAgain()
  const again = await served.app.request('/api/live', { ...ada, signal: leaving.signal })
  const open = again.body?.pipeThrough(new TextDecoderStream()).getReader()
  await open?.read()
  await createVerification(served, ada, { type: 'person' })
  expect((await open?.read())?.value).toContain('verificationId')
  leaving.abort()

  const id = await completeRecord(served, await register(served), { type: 'person' })
  expect(id).not.toBe('')
})

it('a killed database is restarted at its address with the acknowledged data, and records are sealed', async () => {
  const creator = await register(served)
  const id = await completeRecord(served, creator, { type: 'person' })
  const before = await findPostmaster(killable.dataDir)
  process.kill(before?.pid ?? 0, 'SIGKILL')
  const view = await vi.waitFor(
    async () => {
      // A connection that outlived its server for a moment may still answer, and the record may have been sealed
      // before: neither counts yet.
      const now = await findPostmaster(killable.dataDir)
      expect(now?.pid).toBeGreaterThan(0)
      expect(now?.pid).not.toBe(before?.pid)
      const answer = await served.app.request(`/api/records/${id}`, creator)
      const known = (await answer.json()) as RecordView
      expect(known.record?.revision).toBe(1)
      return known
    },
    { timeout: 300_000, interval: 250 },
  )
  expect(view.record?.pdfSha256).toMatch(/^[0-9a-f]{64}$/)
  const after = await findPostmaster(killable.dataDir)
  expect(after).toMatchObject({ port: before?.port })
  expect(after?.pid).not.toBe(before?.pid)
})

/** Restarts the PostgreSQL below a DATA_DIR as its administrator would; resolves when it accepts connections again. */
async function restartDatabase(dataDir: string, mode: 'fast' | 'immediate'): Promise<void> {
  const user = await preparePostgresUser()
  const place = await realpath(join(dataDir, 'postgres', 'cluster'))
  const { pgCtl } = await placeBinaries(await choosePostgres(place), user)
  const args = ['restart', '--wait', '--timeout=60', `--mode=${mode}`, `--pgdata=${place}`]
  const { code, stderr } = await runProgram(
    pgCtl,
    [...args, `--log=${join(place, '..', 'server.log')}`],
    user,
  )
  // The server itself may have restarted it first.
  if (code !== 0 && !(await findRunning(place)))
    throw new Error(`pg_ctl restart ended with ${code}: ${stderr}`)
}
