import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type VerificationList, verificationListSchema } from '../../contract/verification.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { eraseAccountsJob } from '../privacy/index.ts'
import { runDue } from '../testing/creators-eyes.ts'
import {
  confirmAddress,
  createVerification,
  enter,
  logIn,
  type Person,
  postJson,
  readAnswer,
  readRefusal,
  register,
  registerPaying,
  registerUnconfirmed,
  submitWhole,
} from '../testing/people.ts'
import {
  completeRecord,
  fetchFile,
  fetchRecord,
  mailedLink,
  mailsTo,
  personForEach,
  type RecordCaller,
  statesIn,
  viewRecord,
  withdraw,
} from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()
const ada = personForEach(test, 'annual')

const nothing = { all: 0, age: 0, person: 0 }

/** Completes a verification with an address, in any spelling, as its third party's. */
async function recordWith(address: string, creator = ada, type: 'age' | 'person' = 'age'): Promise<string> {
  const { id } = await createVerification(test, creator, { thirdPartyEmail: address, type })
  await readAnswer(submitWhole(test, await enter(test, id, address)))
  return id
}

const fetchHistory = async (by: Person, query = ''): Promise<VerificationList> =>
  verificationListSchema.parse(await readAnswer(test.app.request(`/api/verifications${query}`, by)))

const askStatus = async (id: string, by: RecordCaller) => (await fetchRecord(test, id, by)).status

/** An account whose address is in a record in another spelling. */
async function samWithRecord() {
  const sam = await register(test, 'Sam O’Neill')
  const id = await recordWith(` ${sam.email.toUpperCase()} `.trim())
  return { sam, id }
}

async function changeAddress(person: Person, email: string): Promise<void> {
  await test.database.run(sql`UPDATE users SET email = ${email} WHERE id = ${person.id}`)
}

describe('with codes enabled, a third party’s account', () => {
  beforeEach(() => {
    test.platform.settings.emailCode = true
    return () => {
      test.platform.settings.emailCode = false
    }
  })

  async function samBefore() {
    test.platform.settings.emailCode = false
    const made = await samWithRecord()
    test.platform.settings.emailCode = true
    return made
  }
  const confirmAt = (person: Person, at: Date) =>
    test.database.run(sql`UPDATE users SET email_confirmed_at = ${at} WHERE id = ${person.id}`)

  const confirmedAt = async (person: Person) =>
    (
      await test.database.row<{ at: Date }>(
        sql`SELECT email_confirmed_at AS at FROM users WHERE id = ${person.id}`,
      )
    )?.at.getTime()

  async function mailedCode(id: string, by: RecordCaller, address: string) {
    expect((await postJson(test, `/api/records/${id}/code`, {}, by.headers)).status).toBe(202)
    await test.runJobs()
    return (await mailsTo(test, address)).flatMap(({ text }) => /^\d{8}$/m.exec(text) ?? []).at(-1)
  }
  const enterCode = (id: string, by: RecordCaller, code: string | undefined) =>
    postJson(test, `/api/records/${id}/code/entry`, { code }, by.headers)

  it('that was confirmed before the request needs a mailed code to open, download or withdraw (RECORD-71)', async () => {
    const { sam, id } = await samBefore()
    expect(await readRefusal(await fetchRecord(test, id, sam))).toEqual([403, 'record_code_required'])
    for (const path of ['withdrawal', 'hold']) {
      const answer = await postJson(test, `/api/records/${id}/${path}`, { reason: 'x' }, sam.headers)
      expect(await readRefusal(answer)).toEqual([403, 'record_code_required'])
    }
    expect((await fetchRecord(test, `${id}/pack`, sam)).status).toBe(403)
    expect((await postJson(test, `/api/records/${id}/code`, {}, ada.headers)).status).toBe(404)
    const entered = enterCode(id, sam, await mailedCode(id, sam, sam.email))
    const { token } = await readAnswer<{ token: string }>(entered)
    expect(await askStatus(id, { headers: { authorization: `Bearer ${token}` } })).toBe(200)
    expect(await askStatus(id, ada)).toBe(200)
  })

  it('confirms its address again with a mailed code, which opens this and earlier records for a year (RECORD-72)', async () => {
    const { sam, id } = await samBefore()
    const before = await confirmedAt(sam)
    test.clock.advance(1000)
    const code = await mailedCode(id, sam, sam.email)
    expect((await enterCode(id, sam, code === '12345678' ? '87654321' : '12345678')).status).toBe(422)
    expect(await confirmedAt(sam)).toBe(before)
    expect(await askStatus(id, sam)).toBe(403)
    const answers = await Promise.all(Array.from({ length: 20 }, () => enterCode(id, sam, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await confirmedAt(sam)).toBe(test.clock.now().getTime())
    expect(await askStatus(id, sam)).toBe(200)
  })

  it('is not confirmed again by a code entered with only the mailed link (RECORD-72)', async () => {
    const { sam, id } = await samBefore()
    const before = await confirmedAt(sam)
    test.clock.advance(1000)
    await test.runJobs()
    const link = await mailedLink(test, id, sam.email)
    expect((await enterCode(id, link, await mailedCode(id, link, sam.email))).status).toBe(200)
    expect(await confirmedAt(sam)).toBe(before)
    expect(await askStatus(id, sam)).toBe(403)
  })

  it('keeps its confirmation date when its address changes while the code is entered (RECORD-72)', async () => {
    const { sam, id } = await samBefore()
    const before = await confirmedAt(sam)
    test.clock.advance(1000)
    const code = await mailedCode(id, sam, sam.email)
    const { database } = test.platform
    let isFirst = true
    test.platform.database = {
      ...database,
      async transaction(work) {
        if (isFirst) await changeAddress(sam, `new-${sam.email}`)
        isFirst = false
        return database.transaction(work)
      },
    }
    const answer = await enterCode(id, sam, code)
    test.platform.database = database
    expect(answer.status).toBe(200)
    expect(await confirmedAt(sam)).toBe(before)
  })

  it('loses the record when its address is refused, until it is confirmed again (MAIL-77)', async () => {
    const { sam, id } = await samBefore()
    await confirmAt(sam, new Date(test.clock.now().getTime() + 1))
    const refuse = (at: Date | null) =>
      test.database.run(sql`UPDATE users SET email_refused_at = ${at} WHERE id = ${sam.id}`)
    await refuse(test.clock.now())
    expect(await askStatus(id, sam)).toBe(404)
    expect((await fetchHistory(sam)).counts).toEqual(nothing)
    await refuse(null)
    expect(await askStatus(id, sam)).toBe(200)
  })

  it('that was confirmed after the request opens the record for a year (RECORD-71)', async () => {
    const { sam, id } = await samBefore()
    const now = test.clock.now()
    await confirmAt(sam, new Date(now.getTime() + 1))
    expect(await askStatus(id, sam)).toBe(200)
    await test.asOwner(async (owner) => {
      await owner.run(sql`ALTER TABLE verifications DISABLE TRIGGER USER`)
      await owner.run(sql`
        UPDATE verifications SET created_at = created_at - make_interval(days => 800) WHERE id = ${id}`)
      await owner.run(sql`ALTER TABLE verifications ENABLE TRIGGER USER`)
    })
    await confirmAt(sam, new Date(now.getTime() - 364 * dayMs))
    expect(await askStatus(id, sam)).toBe(200)
    await confirmAt(sam, new Date(now.getTime() - 366 * dayMs))
    expect(await askStatus(id, sam)).toBe(403)
  })
})

describe('a third party with a confirmed account', () => {
  it('finds the record in their history, as the third party (RECORD-22, HISTORY-9)', async () => {
    const { sam, id } = await samWithRecord()
    const own = await createVerification(test, sam)
    const { items, counts } = await fetchHistory(sam)
    expect(items.map((item) => [item.id, item.role])).toEqual(
      expect.arrayContaining([
        [id, 'third_party'],
        [own.id, 'creator'],
      ]),
    )
    expect(counts).toEqual({ all: 2, age: 2, person: 0 })
    expect(items.find((item) => item.id === id)).toMatchObject({
      fullName: 'Łucja Nowak',
      thirdPartyName: 'Sam O’Neill',
      status: 'verified',
      verificationLink: null,
      invitation: null,
    })
    expect((await fetchHistory(ada)).items).toMatchObject([{ id, role: 'creator' }])
  })

  it('finds it even if the account was made afterwards, once it is confirmed, and opens no door before (RECORD-22)', async () => {
    const sam = await registerUnconfirmed(test)
    const id = await recordWith(sam.email)
    await test.runJobs()
    expect((await fetchHistory(sam)).counts).toEqual(nothing)
    expect((await fetchHistory(sam, '?type=age')).items).toEqual([])
    for (const answer of [
      await fetchRecord(test, id, sam),
      await fetchFile(test, id, 'record.pdf', sam),
      await withdraw(test, id, sam),
      await postJson(test, `/api/records/${id}/code`, {}, sam.headers),
    ])
      expect(answer.status).toBe(404)
    await confirmAddress(test.database, test.clock, sam)
    expect((await fetchHistory(sam)).items).toMatchObject([{ id, role: 'third_party' }])
    expect(await askStatus(id, sam)).toBe(200)
  })

  it('opens, downloads and withdraws it as the third party, and keeps it after the withdrawal (RECORD-22)', async () => {
    const { sam, id } = await samWithRecord()
    await test.runJobs()
    const seen = await viewRecord(test, id, sam)
    expect(seen).toMatchObject({ party: 'third_party', thirdPartyEmail: sam.email.toUpperCase() })
    expect((await fetchFile(test, id, 'record.pdf', sam)).status).toBe(200)
    expect((await withdraw(test, id, sam)).status).toBe(200)
    await test.runJobs()
    const after = await viewRecord(test, id, sam)
    expect(after.withdrawn?.by).toBe('third_party')
    expect(statesIn(after)).toEqual(Array(4).fill('destroyed'))
    expect((await fetchHistory(sam)).items).toMatchObject([{ id, status: 'withdrawn', role: 'third_party' }])
  })

  it('sees a page with both roles, newest first, each entry once and by kind (HISTORY-2, HISTORY-9)', async () => {
    const sam = await registerPaying(test, 'annual')
    const ids: string[] = []
    for (const type of ['age', 'person', 'age'] as const) {
      test.clock.advance(1000)
      ids.unshift(await recordWith(sam.email, ada, type))
      test.clock.advance(1000)
      ids.unshift((await createVerification(test, sam, { type })).id)
    }
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: VerificationList = await fetchHistory(sam, `?limit=2${cursor && `&cursor=${cursor}`}`)
      found.push(...page.items.map((item) => item.id))
      cursor = page.nextCursor
    }
    expect(found).toEqual(ids)
    const persons = await fetchHistory(sam, '?type=person')
    expect(persons.items.map(({ role }) => role).sort()).toEqual(['creator', 'third_party'])
    expect(persons.counts).toEqual({ all: 6, age: 4, person: 2 })
  })

  it('keeps the record when the creator’s account is erased, and alone gets the mail about a withdrawal (RECORD-22, RECORD-28, PRIVACY-12)', async () => {
    const { sam, id } = await samWithRecord()
    await test.runJobs()
    await erase(ada)
    expect((await fetchHistory(sam)).items).toMatchObject([{ id, fullName: 'Łucja Nowak' }])
    const seen = await viewRecord(test, id, sam)
    expect(seen.creatorOpens).toBe('never')
    expect(seen.documents.creatorId?.state).toBe('destroyed')
    expect((await withdraw(test, id, sam)).status).toBe(200)
    await test.runJobs()
    const told = async (address: string) =>
      (await mailsTo(test, address)).filter(({ subject }) => subject === 'Consent was withdrawn')
    expect(await told(ada.email)).toEqual([])
    expect(await told(sam.email)).toHaveLength(1)
  })
})

describe('closing an account', () => {
  it('shows beforehand that records stay with the other party (PRIVACY-9)', async () => {
    const { sam } = await samWithRecord()
    const view = await test.app.request('/api/account/closing', sam)
    expect(await view.json()).toMatchObject({ pending: 0, records: 1 })
    const eve = await registerUnconfirmed(test)
    await recordWith(eve.email)
    const hers = await test.app.request('/api/account/closing', eve)
    expect(await hers.json()).toMatchObject({ records: 0 })
  })

  it('destroys the photo and ID that its person gave as the third party, and leaves the creator’s (PRIVACY-12)', async () => {
    const { sam, id } = await samWithRecord()
    await test.runJobs()
    const listFiles = (owner: string) =>
      test.database.rows<{ isGone: boolean; path: string; bucket: 'user_documents' | 'id_documents' }>(sql`
        SELECT d.destroyed_at IS NOT NULL AND d.erased_at IS NOT NULL AS is_gone, d.path, d.bucket FROM documents d
        WHERE d.user_id = ${owner} OR d.verification_id = ${owner}`)
    const given = await listFiles(id)
    expect(given.map(({ isGone }) => isGone)).toEqual([false, false])
    await erase(sam)
    expect((await listFiles(id)).map(({ isGone }) => isGone)).toEqual([true, true])
    for (const { bucket, path } of given) expect(await test.platform.storage.get({ bucket, path })).toBeNull()
    expect((await listFiles(ada.id)).some(({ isGone }) => !isGone)).toBe(true)
    const view = await (await test.app.request(`/api/verifications/${id}`, ada)).json()
    expect(view).toMatchObject({
      documents: { thirdPartySelfie: { state: 'destroyed' }, thirdPartyId: { state: 'destroyed' } },
    })
  })
})

describe('a creator who takes over the address of their third party', () => {
  it('destroys none of that person’s files when the account is erased (RECORD-22, PRIVACY-12)', async () => {
    const id = await recordWith('taken@example.com')
    await test.runJobs()
    await changeAddress(ada, 'taken@example.com')
    await erase(ada)
    const files = await test.database.rows<{ isKept: boolean }>(
      sql`SELECT destroyed_at IS NULL AS is_kept FROM documents WHERE verification_id = ${id}`,
    )
    expect(files.map(({ isKept }) => isKept)).toEqual([true, true])
  })
})

describe('access to a record', () => {
  it('is not granted by a similar address, or by a person’s id (RECORD-22)', async () => {
    const { sam, id } = await samWithRecord()
    const eve = await register(test)
    for (const email of [sam.email.replace('@', '+x@'), sam.email.replace('-', '.'), `x${sam.email}`]) {
      await changeAddress(eve, email)
      expect(await askStatus(id, eve)).toBe(404)
      expect((await fetchHistory(eve)).counts).toEqual(nothing)
    }
    // The third party has no access to the creator's own endpoints.
    expect((await test.app.request(`/api/verifications/${id}`, sam)).status).toBe(404)
    expect((await postJson(test, `/api/verifications/${id}/cancel`, {}, sam.headers)).status).toBe(404)
  })

  it('ends at once when the address of the account changes (RECORD-22)', async () => {
    const { sam, id } = await samWithRecord()
    expect(await askStatus(id, sam)).toBe(200)
    const before = sam.email
    await changeAddress(sam, `moved-${randomUUID()}@example.com`)
    expect(await askStatus(id, sam)).toBe(404)
    expect((await fetchHistory(sam)).counts).toEqual(nothing)
    await changeAddress(sam, before)
    expect(await askStatus(id, sam)).toBe(200)
  })

  it('ends when the account is erased, also for a person who registers the address again (RECORD-22, PRIVACY-12)', async () => {
    const { sam, id } = await samWithRecord()
    await test.runJobs()
    await erase(sam)
    expect(await askStatus(id, sam)).toBe(404)
    const anew = await register(test)
    await changeAddress(anew, sam.email)
    expect((await fetchHistory(anew)).counts).toEqual(nothing)
    expect(await askStatus(id, anew)).toBe(404)
    // Later requests to the address belong to the new account.
    const later = await recordWith(sam.email, await register(test))
    expect((await fetchHistory(anew)).items).toMatchObject([{ id: later }])
  })

  it('does not include requests that are pending or were cancelled (RECORD-22)', async () => {
    const sam = await register(test)
    const { id } = await createVerification(test, ada, { thirdPartyEmail: sam.email })
    expect((await fetchHistory(sam)).counts).toEqual(nothing)
    expect(await askStatus(id, sam)).toBe(404)
    await postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)
    expect((await fetchHistory(sam)).counts).toEqual(nothing)
  })

  it('does not turn the creator into the third party when they take over that address (RECORD-22)', async () => {
    const id = await completeRecord(test, ada)
    const before = ada.email
    await changeAddress(ada, 'sam@example.com')
    const { items, counts } = await fetchHistory(ada)
    expect(items).toMatchObject([{ id, role: 'creator' }])
    expect(counts.all).toBe(1)
    expect((await viewRecord(test, id, ada)).party).toBe('creator')
    await changeAddress(ada, before)
  })
})

async function erase(person: Person): Promise<void> {
  const closed = await postJson(test, '/api/account/closing', { password: 'Correct-Horse-7' }, person.headers)
  expect(closed.status).toBe(200)
  const now = test.clock.now()
  test.clock.advance(7 * dayMs + 60_000)
  await runDue(test, eraseAccountsJob)
  test.clock.set(now)
  expect((await logIn(test, person.email)).status).not.toBe(200)
}
