import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { personalDataSchema } from '../../../contract/personal-data.ts'
import type { DataExport } from '../../../contract/privacy.ts'
import { sql } from '../../platform/database/index.ts'
import { runDue } from '../../testing/creators-eyes.ts'
import { everyRow, storedFiles } from '../../testing/kept.ts'
import { multiply } from '../../testing/many-verifications.ts'
import {
  create,
  createVerification,
  give,
  invite,
  logInAgain,
  type Person,
  personCreation,
  postJson,
  readRefusal,
  register,
  registerPaying,
  registerUnconfirmed,
} from '../../testing/people.ts'
import { madeCopy, newestCopy, unzipCopy } from '../../testing/privacy-calls.ts'
import { completeRecord, mailsTo, personForEach } from '../../testing/records.ts'
import { testAppForEach } from '../../testing/test-app.ts'
import { destroyExportsJob } from '../index.ts'

const test = testAppForEach({ trustProxy: true })
const ada = personForEach(test, 'monthly')

const ask = (by: Person) => postJson(test, '/api/data-exports', {}, by.headers)
const newest = (by: Person) => newestCopy(test, by)
const madeFor = (by: Person) => madeCopy(test, by)
const destroyOld = () => runDue(test, destroyExportsJob)
const exportFiles = async () => (await storedFiles(test)).filter((path) => path.includes('/exports/'))

const unzip = (address: string) => unzipCopy(test, address)

describe('an export of one’s data', () => {
  it('contains the data of every table, one’s own pictures and every record (PRIVACY-1)', async () => {
    const id = await completeRecord(test, ada)
    await test.runJobs()
    await postJson(test, '/api/feedback', { rating: 4, comment: 'Calm and quick.' }, ada.headers)
    const files = await unzip(await madeFor(ada))
    const folder = `verifications/${id}`
    expect([...files.keys()].map((name) => name.replace(/(selfie|id)-[\w-]+/, '$1'))).toEqual([
      'schema.json',
      'account.json',
      `${folder}/verification.json`,
      `${folder}/id.png`,
      `${folder}/selfie.jpg`,
      `${folder}/record.pdf`,
      `${folder}/record.json`,
    ])
    expect(JSON.parse(String(files.get('account.json')))).toMatchObject({
      account: { id: ada.id, email: ada.email },
      profile: { address: '12 Long Street, Leeds', phoneNumber: '+447700900123', dateOfBirth: '1990-04-17' },
      plan: { subscriptions: [{ tier: 'monthly' }], usage: [{ action: 'ageVerification' }] },
      feedback: [{ rating: 4, comment: 'Calm and quick.' }],
      devices: [{ signedInBy: ['password'] }],
      mails: [{ task: 'mail-account-token' }, { task: 'send-record-mail', outcome: 'accepted' }],
      copies: [{ state: 'making' }],
    })
    expect(JSON.parse(String(files.get(`${folder}/verification.json`)))).toMatchObject({
      role: 'creator',
      creator: { fullName: 'Łucja Nowak', dateOfBirth: '1990-04-17' },
      invited: { name: 'Sam O’Neill', email: 'Sam@Example.com' },
      files: ['record.pdf', 'record.json'],
    })
  })

  it('matches the published schema, and includes it (PRIVACY-2)', async () => {
    await createVerification(test, ada)
    const files = await unzip(await madeFor(ada))
    const published = await (await test.app.request('/api/data-exports/schema')).json()
    expect(JSON.parse(String(files.get('schema.json')))).toEqual(published)
    expect(published).toEqual(z.toJSONSchema(personalDataSchema, { io: 'output' }))
    const texts = [...files].filter(([name]) => name.endsWith('.json') && name !== 'schema.json')
    expect(texts.length).toBe(2)
    for (const [, text] of texts) personalDataSchema.parse(JSON.parse(String(text)))
  })

  it('contains the data about oneself from a request to oneself, and none about its creator (PRIVACY-3)', async () => {
    const bea = await register(test, 'Bea Ortiz')
    const creation = {
      ...personCreation(test),
      thirdPartyEmail: bea.email,
      thirdPartyPhone: '+44 7700 900999',
    }
    await create(test, ada, creation)
    const files = await unzip(await madeFor(bea))
    const [, text = ''] = [...files].find(([name]) => name.endsWith('verification.json')) ?? []
    expect(JSON.parse(String(text))).toMatchObject({
      role: 'third_party',
      creator: null,
      invited: { email: bea.email, phone: '+447700900999' },
    })
    for (const [, content] of files) {
      expect(String(content)).not.toContain('Łucja')
      expect(String(content)).not.toContain(ada.id)
    }
  })

  it('contains no request to an unproven address (PRIVACY-3)', async () => {
    const bea = await register(test, 'Bea Ortiz')
    await create(test, ada, { ...personCreation(test), thirdPartyEmail: bea.email })
    await test.database.run(sql`UPDATE users SET email_confirmed_at = NULL WHERE id = ${bea.id}`)
    expect([...(await unzip(await madeFor(bea))).keys()]).toEqual(['schema.json', 'account.json'])
  })

  it('contains none of the other party’s photos, IDs and steps (PRIVACY-3)', async () => {
    const sam = await invite(test, ada)
    const id = sam.verificationId
    await give(test, sam, 'selfie')
    const files = await unzip(await madeFor(ada))
    expect([...files.keys()].filter((name) => name.startsWith('verifications/'))).toHaveLength(3)
    const text = String(files.get(`verifications/${id}/verification.json`))
    expect(JSON.parse(text)).toMatchObject({ thirdParty: null, trail: [{ event: 'created' }] })
  })
})

describe('an export is made', () => {
  it('one at a time, even for concurrent requests (PRIVACY-4)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(ada)))
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as DataExport).id))
    expect(new Set(ids).size).toBe(1)
    expect(await test.database.rows(sql`SELECT id FROM data_exports`)).toHaveLength(1)
  })

  it('three times a day, and the newest replaces the others (PRIVACY-4)', async () => {
    const first = await madeFor(ada)
    test.clock.advance(1000)
    await madeFor(ada)
    test.clock.advance(1000)
    const third = await madeFor(ada)
    test.clock.advance(1000)
    const refused = await ask(ada)
    expect(await readRefusal(refused)).toEqual([429, 'too_many_exports'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
    await destroyOld()
    expect((await test.app.request(first)).status).toBe(403)
    expect((await test.app.request(third)).status).toBe(200)
    expect(await exportFiles()).toHaveLength(1)
  })

  it('in turn by network, with those of unconfirmed accounts last (PRIVACY-4)', async () => {
    const askFrom = async (by: Person, ip: string) =>
      (await postJson(test, '/api/data-exports', {}, { ...by.headers, 'x-forwarded-for': ip })).status
    const unconfirmed = await registerUnconfirmed(test)
    const crowd = await Promise.all(Array.from({ length: 3 }, () => register(test)))
    const honest = await register(test)
    for (const [at, one] of crowd.entries()) expect(await askFrom(one, `2001:db8:1:${at}::1`)).toBe(201)
    expect(await askFrom(unconfirmed, '198.51.100.1')).toBe(201)
    expect(await askFrom(honest, '203.0.113.7')).toBe(201)
    const line = await test.database.rows<{ userId: string }>(sql`
      SELECT e.user_id FROM graphile_worker._private_jobs job
      JOIN data_exports e ON job.key = 'make-data-export ' || e.id ORDER BY job.priority, job.run_at, job.id`)
    const [first, ...others] = crowd.map(({ id }) => id)
    expect(line.map(({ userId }) => userId)).toEqual([first, honest.id, ...others, unconfirmed.id])
  })

  it('in a separate queue for a large account, so that a small one never waits for it (PRIVACY-4)', async () => {
    const large = await registerPaying(test)
    const { id } = await createVerification(test, large, { type: 'person' })
    await test.asOwner((owner) => multiply(owner, id, 100))
    expect((await ask(large)).status).toBe(201)
    expect((await ask(ada)).status).toBe(201)
    const jobs = await test.database.rows(sql`
      SELECT task_identifier AS task, queue_name AS queue FROM graphile_worker.jobs
      WHERE key LIKE 'make-data-export %' ORDER BY id`)
    expect(jobs).toEqual([
      { task: 'make-large-data-export', queue: 'large exports' },
      { task: 'make-data-export', queue: 'exports' },
    ])
    await test.runJobs()
    expect(await newest(large)).toMatchObject({ state: 'ready' })
    expect(await newest(ada)).toMatchObject({ state: 'ready' })
  })

  it('with its progress, and mailed without a name when it is ready (PRIVACY-5)', async () => {
    await completeRecord(test, ada)
    await ask(ada)
    expect(await newest(ada)).toMatchObject({ state: 'queued', url: null, filesDone: 0 })
    await test.runJobs()
    const ready = await newest(ada)
    expect(ready).toMatchObject({ state: 'ready', filesDone: 1, filesTotal: 1 })
    const mail = (await mailsTo(test, ada.email)).find(({ subject }) => subject === 'Your copy is ready')
    expect(mail?.text).toContain(`http://localhost:3000${ready?.url}`)
    expect(mail?.text).not.toContain('Nowak')
    expect(await everyRow(test)).not.toContain('Signature=')
  })

  it('again on request after a failure (PRIVACY-5)', async () => {
    await completeRecord(test, ada)
    const { storage } = test.platform
    const { put } = storage
    storage.put = async (address, bytes) => {
      if (address.bucket === 'exports') throw new Error('the storage is full')
      return put.call(storage, address, bytes)
    }
    await ask(ada)
    await test.runJobs()
    expect(await newest(ada)).toMatchObject({ state: 'failed', url: null })
    storage.put = put
    test.clock.advance(1000)
    expect((await unzip(await madeFor(ada))).size).toBe(7)
  })

  it('from the start after an interruption (PRIVACY-5)', async () => {
    await ask(ada)
    // The state left by a process that was killed while it made the export.
    await test.database.run(sql`UPDATE data_exports SET state = 'making', parts = 3`)
    await test.runJobs()
    expect(await newest(ada)).toMatchObject({ state: 'ready' })
  })
})

describe('the URL of an export', () => {
  it('opens it for 24 hours; then it is destroyed (PRIVACY-6)', async () => {
    const url = await madeFor(ada)
    test.clock.advance(24 * 3600_000 - 1000)
    expect((await test.app.request(url)).status).toBe(200)
    expect((await test.app.request(url)).status).toBe(200)
    test.clock.advance(1000)
    expect((await test.app.request(url)).status).toBe(403)
    expect(await newest(await logInAgain(test, ada))).toBeNull()
    await destroyOld()
    expect(await exportFiles()).toEqual([])
    expect(await test.database.rows(sql`SELECT id FROM data_exports`)).toEqual([])
  })

  it('ends in time though the store keeps an older one (PRIVACY-6)', async () => {
    await madeFor(ada)
    const [kept] = await exportFiles()
    test.clock.advance(1000)
    await madeFor(await register(test, 'Bea Ortiz'))
    test.clock.advance(24 * 3600_000)
    const { storage } = test.platform
    const isKept = (path: string) => kept?.includes(path)
    test.platform.storage = {
      ...storage,
      remove: async (address) => {
        if (isKept(address.path)) throw new Error('the store refuses')
        await storage.remove(address)
      },
    }
    await destroyOld()
    test.platform.storage = storage
    expect(await exportFiles()).toEqual([kept])
  })

  it('is refused once edited, or for another person’s export (PRIVACY-6)', async () => {
    const url = new URL(await madeFor(ada), 'http://localhost')
    const bea = await register(test, 'Bea Ortiz')
    const other = new URL(await madeFor(bea), 'http://localhost')
    const withOther = `${other.pathname}${url.search}`
    const later = url.pathname + url.search.replace(/Expires=\d+/, 'Expires=9999999999')
    for (const address of [withOther, later, url.pathname, `${url.pathname}?Expires=&Signature=`])
      expect((await test.app.request(address, { headers: bea.headers })).status, address).toBe(403)
    expect(await newest(bea)).not.toMatchObject({ id: url.pathname.split('/')[3] })
  })

  it('opens files that the store alone can’t decrypt (PRIVACY-7)', async () => {
    await madeFor(ada)
    const files = await exportFiles()
    expect(files).toHaveLength(1)
    for (const path of files) expect(String(await readFile(path))).not.toContain('account.json')
  })
})
