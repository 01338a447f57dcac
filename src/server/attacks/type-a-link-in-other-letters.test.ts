import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { appendAuditEvent, verifyTrails } from '../audit/index.ts'
import { sql } from '../platform/database/index.ts'
import {
  ageCreation,
  create,
  createVerification,
  enter,
  fromAnywhere,
  type Person,
  postJson,
  register,
  registerPaying,
  requestPass,
  submitWhole,
} from '../testing/people.ts'
import { completeRecord, mailedLink, mailsTo } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
let ada: Person
beforeAll(async () => {
  ada = await registerPaying(test, 'enterprise')
})

/** The same id as a mail client, or an attacker, may write it. */
const shouted = (id: string) => id.toUpperCase()
const get = (path: string, headers: Record<string, string> = {}) => test.app.request(path, { headers })

describe('a link with its letters in another case', () => {
  it('opens for both people everywhere, and leaves a valid trail (LINK-6)', async () => {
    const { id } = await createVerification(test, ada)
    const ID = shouted(id)
    expect(ID).not.toBe(id)
    const link = await get(`/api/public/verifications/${ID}`)
    expect(await link.json()).toMatchObject({ state: 'pending', owner: false })
    expect((await get(`/api/verifications/${ID}`, ada.headers)).status).toBe(200)
    expect((await postJson(test, `/api/verifications/${ID}/invitation`, {}, ada.headers)).status).toBe(204)
    expect((await requestPass(test, ID, 'wrong@example.com')).status).toBe(403)

    const sam = await enter(test, ID)
    expect((await get(`/api/public/verifications/${ID}/form`, sam.headers)).status).toBe(200)
    expect((await submitWhole(test, sam, { formId: ID })).status).toBe(200)
    await test.runJobs()
    const mailed = await mailedLink(test, id)
    expect((await get(`/api/records/${ID}`, mailed.headers)).status).toBe(200)
    expect((await get(`/api/records/${ID}/files/record.pdf`, ada.headers)).status).toBe(200)
    const withdrawn = await postJson(test, `/api/records/${ID}/withdrawal`, {}, ada.headers)
    expect(withdrawn.status).toBe(200)
    await test.runJobs()
    expect(await verifyTrails(test.database)).toMatchObject({ firstBad: null })
  })

  it('cancels and declines like any other, and leaves a valid trail', async () => {
    const [first, second] = [await createVerification(test, ada), await createVerification(test, ada)]
    const cancelled = await postJson(test, `/api/verifications/${shouted(first.id)}/cancel`, {}, ada.headers)
    expect(cancelled.status).toBe(204)
    const sam = await enter(test, second.id)
    const path = `/api/public/verifications/${shouted(second.id)}/decline`
    expect((await postJson(test, path, { reason: null }, sam.headers)).status).toBe(204)
    expect(await verifyTrails(test.database)).toMatchObject({ firstBad: null })
  })

  it('has no separate guesses: all spellings together are one link with one limit (LINK-6)', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    let compared = 0
    for (let guess = 0; guess < 60; guess += 1) {
      // Every guess comes from another network and spells the link differently.
      const spelling = [...id]
        .map((sign, at) => ((guess >> (at % 6)) & 1 ? sign.toUpperCase() : sign))
        .join('')
      const answer = await requestPass(test, spelling, `guess-${guess}@example.com`, {}, fromAnywhere())
      if (answer.status === 403) compared += 1
    }
    expect(compared).toBe(50)
  })

  it('is the same link when a new mail about a record is requested', async () => {
    const id = await completeRecord(test, await register(test), { type: 'person' })
    for (let n = 0; n < 6; n += 1) {
      const spelling = n % 2 === 0 ? id : shouted(id)
      await postJson(test, `/api/records/${spelling}/link`, { email: 'sam@example.com' }, {}, fromAnywhere())
    }
    await test.runJobs()
    const mails = await mailsTo(test, 'sam@example.com')
    const links = mails.filter(
      ({ subject, text }) => subject === 'Your link to your record' && text.includes(id),
    )
    expect(links).toHaveLength(5)
  })

  it('doesn’t make a creation with the same idempotency key another creation', async () => {
    const creation = await ageCreation(test, ada)
    const headers = { ...ada.headers, 'idempotency-key': 'one-and-the-same' }
    const first = await create(test, { ...ada, headers }, creation)
    const again = await create(
      test,
      { ...ada, headers },
      {
        ...creation,
        selfieDocumentId: shouted(creation.selfieDocumentId),
        idDocumentId: shouted(creation.idDocumentId),
      },
    )
    expect([first.status, again.status]).toEqual([201, 201])
    expect(await again.json()).toEqual(await first.json())
  })

  it('ends the right device and finds the right document', async () => {
    const eve = await register(test)
    const [device] = (await (await get('/api/sessions', eve.headers)).json()) as { id: string }[]
    const creation = await ageCreation(test, eve)
    const document = await get(`/api/documents/${shouted(creation.idDocumentId)}/url`, eve.headers)
    expect(await document.json()).toMatchObject({ id: creation.idDocumentId })
    const ended = await test.app.request(`/api/sessions/${shouted(device?.id ?? '')}`, {
      method: 'DELETE',
      headers: eve.headers,
    })
    expect(ended.status).toBe(204)
  })
})

describe('the writer of a trail', () => {
  it('can’t name the verification in another spelling: that throws and adds nothing', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    const count = sql`SELECT count(*) AS events FROM audit_events WHERE verification_id = ${id}`
    const before = await test.database.row(count)
    const at = test.clock.now()
    for (const verificationId of [shouted(id), `{${id}}`, id.replaceAll('-', ''), ` ${id}`]) {
      const adding = test.database.transaction((tx) =>
        appendAuditEvent(tx, { verificationId, event: 'opened', actor: 'visitor', at }),
      )
      await expect(adding).rejects.toThrow('not in its canonical form')
    }
    expect(await test.database.row(count)).toEqual(before)
  })
})

describe('the source code', () => {
  const server = new URL('..', import.meta.url).pathname
  const sources = async () => {
    const names = (await readdir(server, { recursive: true })).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    )
    return Promise.all(
      names.map(async (name) => ({ name, text: await readFile(join(server, name), 'utf8') })),
    )
  }

  it('reads an id from a path in only one file', async () => {
    const reading = (await sources()).filter(({ text }) => /param\(\s*['"`]id['"`]\s*\)/.test(text))
    expect(reading.map(({ name }) => name)).toEqual(['http/serve-endpoints.ts'])
  })

  it('leaves the format of an id to the domain', async () => {
    const knowing = (await sources()).filter(({ text }) => text.includes('[0-9a-f]{8}'))
    expect(knowing.map(({ name }) => name)).toEqual([])
  })
})
