import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { fromBufferPromise, type ZipFile } from 'yauzl'
import { personalDataSchema } from '../../../contract/personal-data.ts'
import { sql } from '../../platform/database/index.ts'
import { type Person, postJson, register, subscribe } from '../../testing/people.ts'
import { completed, mailsTo } from '../../testing/records.ts'
import { storedFiles } from '../../testing/stored-files.ts'
import { testAppForEach } from '../../testing/test-app-for.ts'

const test = testAppForEach()
let ada: Person
beforeEach(async () => {
  ada = await register(test)
  await subscribe(test, ada)
})

const ask = (by: Person) => postJson(test, '/api/data-exports', {}, by.headers)
const newest = async (by: Person) => {
  const answer = await test.app.request('/api/data-exports/newest', { headers: by.headers })
  return ((await answer.json()) as { newest: { id: string; state: string; url: string } | null }).newest
}

/** The files of an archive, read by another implementation than made it. */
async function unzip(bytes: ArrayBuffer): Promise<Map<string, Buffer>> {
  const zip: ZipFile = await fromBufferPromise(Buffer.from(bytes))
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}

describe('a copy of one’s data', () => {
  it('holds what every table says, own pictures and every record (PRIVACY-1)', async () => {
    const id = await completed(test, ada)
    await test.runJobs()
    expect((await ask(ada)).status).toBe(201)
    expect(await newest(ada)).toMatchObject({ state: 'queued', url: null })
    await test.runJobs()
    const ready = await newest(ada)
    expect(ready).toMatchObject({ state: 'ready' })
    const served = await test.app.request(ready?.url ?? '')
    expect(served.status).toBe(200)
    expect(served.headers.get('content-type')).toBe('application/zip')
    const files = await unzip(await served.arrayBuffer())
    const folder = `verifications/${id}`
    expect([...files.keys()].map((name) => name.replace(/(selfie|id)-[\w-]+/, '$1'))).toEqual([
      'schema.json',
      'account.json',
      `${folder}/verification.json`,
      `${folder}/selfie.jpg`,
      `${folder}/id.png`,
      `${folder}/record.pdf`,
      `${folder}/record.json`,
    ])
    const account = JSON.parse(String(files.get('account.json')))
    expect(personalDataSchema.parse(account)).toMatchObject({
      profile: { address: '12 Long Street, Leeds', phoneNumber: '+447700900123' },
      plan: { subscriptions: [{ tier: 'monthly' }] },
    })
  })
})
