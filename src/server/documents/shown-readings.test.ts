import { describe, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import {
  ageCreation,
  create,
  enter,
  invite,
  post,
  readAnswer,
  readRefusal,
  register,
  wholeSubmission,
} from '../testing/people.ts'
import { askToRead, askToReadAs, findDocumentId } from '../testing/reading-people.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()

/** Has an ID read as the third party, with a finding that is written into the tables. */
async function endReading(
  documentId: string,
  outcome: string,
  nameAgrees: boolean | null = null,
): Promise<void> {
  const at = test.clock.now()
  await test.database.run(sql`
    UPDATE document_readings SET started_at = ${at}, ended_at = ${at}, outcome = ${outcome}, kind = 'passport',
      read_from = 'lines', issuing_state = 'GBR', age_over_18 = true, name_agrees = ${nameAgrees},
      reader_version = 'test', claimed_name = NULL, claimed_birth_date = NULL
    WHERE document_id = ${documentId}`)
}

describe('what was read enters a record only if its signer saw it (READING-21)', () => {
  const outcomes = ['read', 'name_differs', 'unreadable', 'expired', 'not_a_document', 'reader_unavailable']

  /** A third party with a whole submission, whose ID was read with this outcome. */
  async function meet(outcome: string) {
    const owner = await register(test)
    const sam = await invite(test, owner)
    const whole = await wholeSubmission(test, sam)
    const documentId = await findDocumentId(test, whole['idUrl'] ?? '')
    await readAnswer(askToReadAs(test, sam, documentId))
    await endReading(
      documentId,
      outcome,
      outcome === 'read' ? true : outcome === 'name_differs' ? false : null,
    )
    return { owner, sam, documentId, submit: (more = {}) => post(test, sam, { ...whole, ...more }) }
  }

  it.each(outcomes)(
    'refuses a third party’s submission from a page that showed another than %s',
    async (outcome) => {
      const { owner, sam, submit } = await meet(outcome)
      for (const shownReading of ['', ...outcomes.filter((other) => other !== outcome)])
        expect(await readRefusal(await submit({ shownReading }))).toEqual([409, 'reading_untold'])
      expect(await readRefusal(await submit())).toEqual([409, 'reading_untold'])
      const view = await test.app.request(`/api/verifications/${sam.verificationId}`, owner)
      expect(await view.json()).toMatchObject({ status: 'pending', thirdPartySignature: null })
      expect((await submit({ shownReading: outcome })).status).toBe(200)
    },
  )

  it('refuses an outcome that was shown where none stands, and a second one for another day', async () => {
    const owner = await register(test)
    const sam = await invite(test, owner)
    const whole = await wholeSubmission(test, sam)
    expect(await readRefusal(await post(test, sam, { ...whole, shownReading: 'read' }))).toEqual([
      409,
      'reading_untold',
    ])
    const documentId = await findDocumentId(test, whole['idUrl'] ?? '')
    await readAnswer(askToReadAs(test, sam, documentId))
    await endReading(documentId, 'read', true)
    const tomorrow = { ...whole, signatureDate: '2026-03-12', shownReading: 'read' }
    const now = test.clock.now()
    test.clock.advance(20 * 60 * 60 * 1000)
    const again = await enter(test, sam.verificationId)
    expect(await readRefusal(await post(test, again, tomorrow))).toEqual([409, 'reading_under_way'])
    await test.database.run(sql`
      UPDATE document_readings SET ended_at = ${test.clock.now()}, outcome = 'expired', claimed_name = NULL
      WHERE document_id = ${documentId} AND day = '2026-03-12'`)
    expect(await readRefusal(await post(test, again, tomorrow))).toEqual([409, 'reading_untold'])
    expect((await post(test, again, { ...tomorrow, shownReading: 'expired' })).status).toBe(200)
    test.clock.set(now)
  })

  it.each(outcomes)('refuses a creation from a page that showed another than %s', async (outcome) => {
    const person = await register(test)
    const creation = await ageCreation(test, person)
    const { idDocumentId, fullName, dateOfBirth, signatureDate: today } = creation
    await readAnswer(askToRead(test, person, idDocumentId ?? '', { fullName, dateOfBirth, today }))
    await endReading(idDocumentId ?? '', outcome, outcome === 'read')
    for (const shownReading of [undefined, '', ...outcomes.filter((other) => other !== outcome)])
      expect(await readRefusal(await create(test, person, { ...creation, shownReading }))).toEqual([
        409,
        'reading_untold',
      ])
    expect((await create(test, person, { ...creation, shownReading: outcome })).status).toBe(201)
  })
})
