import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CheckAnswer, RecordView, SignedLogHead } from '../contract/record.ts'
import { systemClock } from './platform/clock.ts'
import { freePort } from './platform/database/embedded/free-port.ts'
import { stopLeftServer } from './platform/database/embedded/stop-left-server.ts'
import { type Person, register, type Served } from './testing/people.ts'
import { completed } from './testing/records.ts'
import { type ServerProcess, startServer } from './testing/server-process.ts'

let dataDir: string
let server: ServerProcess
let port: string
const served: Served = {
  clock: systemClock,
  app: { request: (path, init) => fetch(new URL(path, server.origin), init) },
}

const start = () => startServer({ DATA_DIR: dataDir, PORT: port, RATE_LIMITS: 'off', EMAIL_CODE: 'never' })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assent-kill-'))
  // The address names the issuer of tokens, so it stays the same across restarts.
  port = String(await freePort())
  server = await start()
})
afterAll(async () => {
  await server.kill('SIGKILL')
  await stopLeftServer(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

async function answerOf<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await served.app.request(path, init)).json()) as T
}

it('a server killed at any moment after a submission seals the record once when it is back', async () => {
  const records: { id: string; creator: Person }[] = []
  for (const afterMs of [0, 15, 40, 90]) {
    const creator = await register(served)
    records.push({ id: await completed(served, creator, { type: 'person' }), creator })
    await wait(afterMs)
    await server.kill('SIGKILL')
    server = await start()
  }
  for (const { id, creator } of records) {
    let view = await answerOf<RecordView>(`/api/records/${id}`, creator)
    for (let tries = 0; !view.record && tries < 200; tries += 1) {
      await wait(50)
      view = await answerOf<RecordView>(`/api/records/${id}`, creator)
    }
    expect(view.record?.revision).toBe(1)
    const file = await served.app.request(`/api/records/${id}/files/record.pdf`, creator)
    const pdf = new Uint8Array(await file.arrayBuffer())
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    expect(sha256).toBe(view.record?.pdfSha256)
    const checked = await answerOf<CheckAnswer>('/api/check', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sha256 }),
    })
    expect(checked).toMatchObject({ result: 'genuine' })
    // The PDF and its twin, and nothing that a killed try left.
    expect(await readdir(join(dataDir, 'files', 'records', id))).toHaveLength(2)
  }
  expect((await answerOf<SignedLogHead>('/api/transparency/head')).size).toBe(records.length)
}, 120_000)
