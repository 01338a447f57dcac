import { describe, expect, it } from 'vitest'
import { type CheckAnswer, checkAnswerSchema } from '../../contract/record.ts'
import { verificationListSchema } from '../../contract/verification.ts'
import { describeInstant } from '../../words/record.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { checkRecord } from '../testing/check-record.ts'
import {
  create,
  invite,
  logInAgain,
  type Person,
  personCreation,
  postJson,
  prepareSubmission,
  readAnswer,
  readProblem,
  readRefusal,
} from '../testing/people.ts'
import {
  fetchBytes,
  readFacts,
  readWords,
  saveRecord,
  sealingForFile,
  sealRecord,
  sha256,
  viewRecord,
  withdraw,
} from '../testing/records.ts'
import { folderForFile } from '../testing/temporary-folder.ts'

const { test, ada } = sealingForFile()
const folder = folderForFile()

/** The creator after some time, because a session ends before a consent. */
const signInAgain = () => logInAgain(test, ada)

/** Creates a verification. Returns the answer, and the id if there is one. */
async function createWith(person: Person, more: object) {
  const answer = await create(test, person, { ...personCreation(test), ...more } as never)
  return { answer, id: answer.status === 201 ? ((await answer.json()) as { id: string }).id : '' }
}

async function check(asked: { sha256?: string; checkCode?: string }) {
  const answer = await readAnswer(postJson(test, '/api/check', asked))
  return checkAnswerSchema.parse(answer) as Exclude<CheckAnswer, { result: 'unknown' }>
}

const readColumn = (id: string) =>
  test.database.row<{ validity: string }>(sql`SELECT validity FROM verifications WHERE id = ${id}`)

describe('the choice of a validity', () => {
  it('is until withdrawn by default, and unknown values are refused (VALID-1)', async () => {
    const usual = await createWith(ada, {})
    expect(await readColumn(usual.id)).toEqual({ validity: 'until_withdrawn' })
    const chosen = await createWith(ada, { validity: '7_days' })
    expect(await readColumn(chosen.id)).toEqual({ validity: '7_days' })
    for (const validity of ['8_days', '', null, 24]) {
      const { answer } = await createWith(ada, { validity })
      expect([validity, answer.status]).toEqual([validity, 400])
      expect((await readProblem(answer)).errors?.map(({ path }) => path)).toEqual(['validity'])
    }
  })

  it('is shown to the third party before they sign, but only after the gate (VALID-4)', async () => {
    const sam = await invite(test, ada, { validity: '24_hours' })
    const path = `/api/public/verifications/${sam.verificationId}`
    const form = (await (await test.app.request(`${path}/form`, sam)).json()) as Record<string, unknown>
    expect([form['validity'], form['validUntil']]).toEqual(['24_hours', null])
    expect(await (await test.app.request(path)).text()).not.toContain('24_hours')
  })

  it('cannot be set for a text without an end, nor changed after the completion (VALID-9)', async () => {
    const { id } = await sealRecord(test, ada, { validity: '24_hours' })
    await expect(
      test.asOwner((owner) => owner.run(sql`UPDATE verifications SET validity = '7_days' WHERE id = ${id}`)),
    ).rejects.toThrow(/does not change/)
    const open = await createWith(ada, {})
    await expect(
      test.asOwner((owner) =>
        owner.run(
          sql`UPDATE verifications SET consent_text_version = '2026-12', validity = '7_days' WHERE id = ${open.id}`,
        ),
      ),
    ).rejects.toThrow(/verifications_validity_stated/)
  })
})

describe('a request that was made with the previous text', () => {
  it('can be signed only with that text (VALID-2)', async () => {
    const sam = await invite(test, ada)
    await test.asOwner((owner) =>
      owner.run(
        sql`UPDATE verifications SET consent_text_version = '2026-12', consent_language = NULL, consent_sha256 = NULL
          WHERE id = ${sam.verificationId}`,
      ),
    )
    const submit = await prepareSubmission(test, sam)
    expect(await readRefusal(await submit())).toEqual([409, 'consent_text_changed'])
    expect((await submit({ consentTextVersion: '2026-12' })).status).toBe(200)
    expect((await readFacts(test, sam.verificationId, ada)).consent).toMatchObject({
      creator: { version: '2026-12', language: 'en' },
      thirdParty: { version: '2026-12', language: 'en' },
    })
  })
})

describe.each([
  ['24_hours', 'age', dayMs],
  ['7_days', 'person', 7 * dayMs],
] as const)('a record that is valid for %s, of kind %s', (validity, type, lifeMs) => {
  it('states its end in the text, on paper and for programs, and the checker repeats it (VALID-2, VALID-6)', async () => {
    const { id } = await sealRecord(test, ada, { validity, type })
    const end = new Date(test.clock.now().getTime() + lifeMs).toISOString()
    const facts = await readFacts(test, id, ada)
    expect(facts.validUntil).toBe(end)
    expect(JSON.stringify(facts.consent)).toContain(`valid for ${validity.replace('_', ' ')}`)
    const pdf = await fetchBytes(test, id, 'record.pdf', ada)
    expect(await readWords(pdf)).toContain(`Valid until ${describeInstant(end)}`)
    await saveRecord(test, folder, { id, by: ada })
    const { output, exitCode } = await checkRecord(folder, 'record.pdf', 'record.json', '--any-certificate')
    // The test's clock is in March 2026, before the checker's.
    expect([exitCode, output]).toEqual([3, expect.stringContaining(`the consent was valid until ${end}`)])
  })

  it("stays verified after its end, and is over from that exact millisecond by the server's clock (VALID-3, VALID-5, VALID-10)", async () => {
    const { id, sam } = await sealRecord(test, ada, { validity, type })
    const at = new Date(test.clock.now().getTime() + lifeMs).toISOString()
    const pdfSha256 = sha256(await fetchBytes(test, id, 'record.pdf', ada))
    const readEverywhere = async () => {
      const again = await signInAgain()
      const list = verificationListSchema.parse(
        await (await test.app.request('/api/verifications', again)).json(),
      )
      const listed = list.items.find((item) => item.id === id)
      const [theirs, own] = [await viewRecord(test, id, sam), await viewRecord(test, id, again)]
      expect([listed?.status, theirs.form.status, own.form.status]).toEqual(Array(3).fill('verified'))
      const checked = await check({ sha256: pdfSha256 })
      return [listed?.validUntil, theirs.form.validUntil, own.form.validUntil, checked.validUntil]
    }
    test.clock.advance(lifeMs - 1)
    expect(await readEverywhere()).toEqual(Array(4).fill({ at, isOver: false }))
    test.clock.advance(1)
    expect(await readEverywhere()).toEqual(Array(4).fill({ at, isOver: true }))
  })
})

describe('the end of a consent', () => {
  it('still allows a withdrawal and a hold and keeps the files, and a later withdrawal does not hide it (VALID-5, VALID-8)', async () => {
    const { id, sam } = await sealRecord(test, ada, { validity: '24_hours' })
    const at = new Date(test.clock.now().getTime() + dayMs).toISOString()
    test.clock.advance(2 * dayMs)
    const over = await viewRecord(test, id, sam)
    expect(over.can).toEqual({ withdraw: true, hold: true })
    expect(over.documents.thirdPartySelfie?.state).toBe('open')
    expect((await withdraw(test, id, sam)).status).toBe(200)
    const ended = await viewRecord(test, id, await signInAgain())
    expect([ended.form.status, ended.form.validUntil]).toEqual(['withdrawn', { at, isOver: true }])
  })

  it('is not mentioned if the consent was withdrawn before (VALID-5)', async () => {
    const { id } = await sealRecord(test, ada, { validity: '24_hours' })
    const { checkUrl } = await viewRecord(test, id, ada)
    test.clock.advance(dayMs - 1)
    expect((await withdraw(test, id, await signInAgain())).status).toBe(200)
    test.clock.advance(dayMs)
    expect((await viewRecord(test, id, await signInAgain())).form.validUntil).toBeNull()
    expect((await check({ checkCode: checkUrl.split('#')[1] ?? '' })).validUntil).toBeNull()
  })
})

it('a record that is valid until withdrawn has no end (VALID-6)', async () => {
  const { id } = await sealRecord(test, ada)
  expect(await readFacts(test, id, ada)).not.toHaveProperty('validUntil')
  const pdf = await fetchBytes(test, id, 'record.pdf', ada)
  expect(await readWords(pdf)).not.toContain('Valid until')
  expect((await check({ sha256: sha256(pdf) })).validUntil).toBeNull()
})
