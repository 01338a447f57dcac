import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { CheckAnswer, RecordView, SignedLogHead } from '../contract/record.ts'
import { type Person, register } from './testing/people.ts'
import { completeRecord } from './testing/records.ts'
import { startKillableServer } from './testing/server-process.ts'
import { openForFile } from './testing/test-app.ts'

const killable = openForFile(startKillableServer)

async function fetchAnswer<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await killable.served.app.request(path, init)).json()) as T
}

it('a server killed at any moment after a submission seals the record once after its restart', async () => {
  const records: { id: string; creator: Person }[] = []
  for (const afterMs of [0, 40]) {
    const creator = await register(killable.served)
    records.push({ id: await completeRecord(killable.served, creator, { type: 'person' }), creator })
    await wait(afterMs)
    await killable.kill()
    await killable.restart()
  }
  for (const { id, creator } of records) {
    let view = await fetchAnswer<RecordView>(`/api/records/${id}`, creator)
    for (let tries = 0; !view.record && tries < 200; tries += 1) {
      await wait(50)
      view = await fetchAnswer<RecordView>(`/api/records/${id}`, creator)
    }
    expect(view.record?.revision).toBe(1)
    const file = await killable.served.app.request(`/api/records/${id}/files/record.pdf`, creator)
    const pdf = new Uint8Array(await file.arrayBuffer())
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    expect(sha256).toBe(view.record?.pdfSha256)
    const checked = await fetchAnswer<CheckAnswer>('/api/check', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sha256 }),
    })
    expect(checked).toMatchObject({ result: 'genuine' })
    // The PDF and its twin, without leftovers of a killed attempt.
    expect(await readdir(join(killable.dataDir, 'files', 'records', id))).toHaveLength(2)
  }
  expect((await fetchAnswer<SignedLogHead>('/api/transparency/head')).size).toBe(records.length)
})
