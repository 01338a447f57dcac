import { beforeEach, describe, expect, it } from 'vitest'
import { thirdPartyViewSchema } from '../../contract/third-party.ts'
import { ownerViewSchema } from '../../contract/verification.ts'
import { verifyTrails } from '../audit/index.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { eraseAccountsJob } from '../privacy/index.ts'
import { runDue } from '../testing/creators-eyes.ts'
import { addKeptCheck, addOpenCheck } from '../testing/kept-check.ts'
import {
  ageCreation,
  correctAddress,
  create,
  createVerification,
  personCreation,
  postJson,
  readAnswer,
  readRefusal,
  submitWhole,
  type ThirdParty,
} from '../testing/people.ts'
import { enterByCode, personForEach, readFacts } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
const ada = personForEach(test)

const fullName = 'Łucja Nowak'

const readChecks = (owner: { userId: string } | { verificationId: string }) =>
  test.database.rows(
    'userId' in owner
      ? sql`SELECT state FROM identity_checks WHERE user_id = ${owner.userId}`
      : sql`SELECT state FROM identity_checks WHERE verification_id = ${owner.verificationId}`,
  )

/** How each fact about a party of a verification is known. */
async function listKnown(id: string, whose: 'creator' | 'thirdParty'): Promise<string[]> {
  const view = await readAnswer(test.app.request(`/api/verifications/${id}`, { headers: ada.headers }))
  return ownerViewSchema
    .parse(view)
    .howKnown.known.filter(({ party }) => party === whose)
    .map(({ fact, step, agrees }) => `${fact} ${step} ${agrees ?? '-'}`)
}

describe('an account’s result that an earlier version kept', () => {
  it('counts in what the account signs: age, name and face (EVIDENCE-2, PROVIDER-5, RUN-45)', async () => {
    await addKeptCheck(test, { userId: ada.id }, { fullName })
    const { id } = await createVerification(test, ada)
    expect(await listKnown(id, 'creator')).toEqual([
      'age provider -',
      'name provider true',
      'face provider true',
      'mailbox code -',
    ])
  })

  it('gives no verdict on a name other than the compared one (PROVIDER-5)', async () => {
    await addKeptCheck(test, { userId: ada.id }, { fullName: 'Bob Fake' })
    const { id } = await createVerification(test, ada)
    expect((await listKnown(id, 'creator')).slice(0, 2)).toEqual(['age provider -', 'name declared -'])
  })

  it('prevents every creation if it says under 18 (PROVIDER-7)', async () => {
    await addKeptCheck(test, { userId: ada.id }, { fullName, ageOver18: false })
    for (const creation of [personCreation(test), await ageCreation(test, ada)])
      expect(await readRefusal(await create(test, ada, creation))).toEqual([422, 'under_age'])
  })

  it('is erased with the account, whether or not its session was redacted (PRIVACY-12, RUN-45)', async () => {
    await addKeptCheck(test, { userId: ada.id }, { fullName })
    await addOpenCheck(test, { userId: ada.id })
    const closing = { password: 'Correct-Horse-7' }
    expect((await postJson(test, '/api/account/closing', closing, ada.headers)).status).toBe(200)
    await test.runJobs()
    test.clock.advance(8 * dayMs)
    await runDue(test, eraseAccountsJob)
    expect(await readChecks({ userId: ada.id })).toEqual([])
  })
})

describe('a third party’s result that an earlier version kept', () => {
  let sam: ThirdParty
  beforeEach(async () => {
    const thirdPartyEmail = `sam-${ada.id}@example.com`
    const { id } = await createVerification(test, ada, { thirdPartyEmail })
    test.platform.settings.emailCode = true
    sam = await enterByCode(test, id, thirdPartyEmail)
    await addKeptCheck(test, { verificationId: id, setSha256: null }, { fullName: 'Sam O’Neill' })
    return () => {
      test.platform.settings.emailCode = false
    }
  })
  const readGiven = async () => {
    const path = `/api/public/verifications/${sam.verificationId}/form`
    const form = thirdPartyViewSchema.parse(await readAnswer(test.app.request(path, sam)))
    return form.given.map(({ step }) => step)
  }

  it('counts in an open request, and is in its record, which the trail confirms (EVIDENCE-2, EVIDENCE-12, RUN-45)', async () => {
    expect(await readGiven()).toEqual(['provider'])
    await readAnswer(submitWhole(test, sam))
    expect((await listKnown(sam.verificationId, 'thirdParty')).slice(0, 3)).toEqual([
      'age provider -',
      'name provider true',
      'face provider true',
    ])
    const facts = await readFacts(test, sam.verificationId, ada)
    expect(facts.sources.thirdParty).toContainEqual(
      expect.objectContaining({ step: 'provider', provider: 'Stripe Identity', faceMatched: true }),
    )
    expect((await verifyTrails(test.database)).firstBad).toBeNull()
  })

  it.each([
    ['their address was corrected', () => correctAddress(test, ada, sam.verificationId, 'right@example.com')],
    [
      'they said no without telling',
      async () => {
        const path = `/api/public/verifications/${sam.verificationId}/private-no`
        expect((await postJson(test, path, {}, sam.headers)).status).toBe(204)
      },
    ],
  ])('is deleted once %s (PROVIDER-7, NO-1)', async (_, act) => {
    await act()
    expect(await readChecks(sam)).toEqual([])
  })
})

describe('a check that nobody can finish any more', () => {
  it.each([
    ['leaves the age declared', false, 'age declared -'],
    ['leaves an earlier result', true, 'age provider -'],
  ])('counts as none, and %s (RUN-45)', async (_, hasResult, known) => {
    if (hasResult) await addKeptCheck(test, { userId: ada.id }, { fullName })
    await addOpenCheck(test, { userId: ada.id })
    const { id } = await createVerification(test, ada)
    expect((await listKnown(id, 'creator'))[0]).toBe(known)
  })
})
