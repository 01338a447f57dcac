import { describe, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { ageCreation, create, personCreation, readProblem, register, subscribe } from '../testing/people.ts'
import { countEverything, personForEach } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()
const ada = personForEach(test)

describe('the step checks', () => {
  const age: [string, object, string, string][] = [
    [
      'the consent',
      { identityConsent: false },
      'Consent required',
      'Please confirm your consent to identity sharing',
    ],
    ['the photo', { selfieDocumentId: '' }, 'Photo required', 'Please take a passport-style photo'],
    [
      'the name',
      { fullName: ' ' },
      'Information required',
      'Please provide your full name and date of birth',
    ],
    [
      'the birth',
      { dateOfBirth: '' },
      'Information required',
      'Please provide your full name and date of birth',
    ],
    [
      'the other name',
      { thirdPartyName: '' },
      'Information required',
      'Please provide information about the third party',
    ],
    [
      'the platform',
      { platformName: '' },
      'Information required',
      'Please provide information about the third party',
    ],
    [
      'the signature',
      { signature: '\t' },
      'Information required',
      'Please sign, date, and upload your ID document',
    ],
    [
      'the ID',
      { idDocumentId: null },
      'Information required',
      'Please sign, date, and upload your ID document',
    ],
    [
      'the email',
      { thirdPartyEmail: '' },
      'Email required',
      "Please provide the third party's email address",
    ],
  ]

  it('show the specified message for each missing part, in the order of the steps, and nothing is stored (CREATE-5)', async () => {
    const whole: Record<string, unknown> = { ...(await ageCreation(test, ada)) }
    const before = await countEverything(test)
    const readFault = async (missing: object) =>
      readProblem(await create(test, ada, { ...whole, ...missing }))
    const missing: Record<string, unknown> = {}
    for (const [part, fields, title, detail] of age.toReversed()) {
      expect(await readFault(fields), part).toMatchObject({ status: 422, title, detail })
      Object.assign(missing, fields)
      expect(await readFault(missing), part).toMatchObject({ title, detail })
    }
    expect(await countEverything(test)).toEqual(before)
  })

  it('require less for a person verification (PERSON-5)', async () => {
    const answer = await create(test, ada, { ...personCreation(), signature: '' })
    expect(await readProblem(answer)).toMatchObject({ status: 422, detail: 'Please sign and date the form' })
  })
})

describe('a refused creation stores nothing', () => {
  it('with a text of 100,000 characters in any field, and reports the field (CREATE-14)', async () => {
    const whole: Record<string, unknown> = await ageCreation(test, ada)
    const texts = [
      'fullName',
      'thirdPartyName',
      'thirdPartySocialMediaName',
      'thirdPartyPlatformAge',
      'thirdPartyClaimedAge',
      'platformName',
      'additionalInformation',
      'signature',
      'thirdPartyEmail',
    ]
    const before = await countEverything(test)
    for (const name of texts) {
      const answer = await create(test, ada, { ...whole, [name]: '<b>'.repeat(33_334) })
      const problem = await readProblem(answer)
      expect(problem, name).toMatchObject({
        status: 400,
        code: 'validation_failed',
        errors: [{ path: name }],
      })
      expect(JSON.stringify(problem)).not.toContain('<b>')
    }
    const all = Object.fromEntries(texts.map((name) => [name, 'x'.repeat(12_000)]))
    const { status, errors } = await readProblem(await create(test, ada, { ...whole, ...all }))
    expect([status, errors?.length]).toEqual([400, texts.length])
    expect(await countEverything(test)).toEqual(before)
  })

  it.each([
    ['a control character', { fullName: 'Ada\u0000' }, 400, 'validation_failed'],
    ['a signature date that does not exist', { signatureDate: '2026-02-30' }, 400, 'validation_failed'],
    ['a birth date that does not exist', { dateOfBirth: '1990-02-30' }, 400, 'validation_failed'],
    ['a mail header', { thirdPartyEmail: 'a@b.example\r\nBcc: c@d.example' }, 400, 'validation_failed'],
    ['an unknown consent text', { consentTextVersion: '1999-01' }, 409, 'consent_text_changed'],
    [
      'a name of the prototype as consent text',
      { consentTextVersion: 'constructor' },
      409,
      'consent_text_changed',
    ],
    ['an unknown kind', { type: 'pet' }, 400, 'validation_failed'],
    ['a number for a name', { fullName: 5 }, 422, 'step_self'],
  ])('with %s', async (_, fields, status, code) => {
    const before = await countEverything(test)
    const answer = await create(test, ada, { ...personCreation(), ...fields })
    expect(await readProblem(answer)).toMatchObject({ status, code })
    expect(await countEverything(test)).toEqual(before)
  })

  it.each([
    ['not JSON at all', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
  ])('with a body that is %s', async (_, body) => {
    const headers = { ...ada.headers, 'content-type': 'application/json' }
    const answer = await test.app.request('/api/verifications', { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
  })

  it('with documents of another person, of the wrong kind, used before, destroyed or missing (AGE-6)', async () => {
    const eve = await register(test)
    await subscribe(test, ada)
    const whole = await ageCreation(test, ada)
    const [evil, used] = [await ageCreation(test, eve), await ageCreation(test, ada)]
    expect((await create(test, ada, used)).status).toBe(201)
    const gone = await ageCreation(test, ada)
    await test.database.run(sql`
      UPDATE documents SET destroyed_at = ${test.clock.now()} WHERE id = ${gone.selfieDocumentId}`)
    const before = await countEverything(test)
    for (const documents of [
      { selfieDocumentId: evil.selfieDocumentId },
      { idDocumentId: evil.idDocumentId },
      { selfieDocumentId: whole.idDocumentId, idDocumentId: whole.selfieDocumentId },
      { selfieDocumentId: used.selfieDocumentId },
      { selfieDocumentId: gone.selfieDocumentId },
      { idDocumentId: '00000000-0000-4000-8000-000000000000' },
    ]) {
      const answer = await create(test, ada, { ...whole, ...documents })
      expect(await readProblem(answer)).toMatchObject({ status: 422, code: 'document_unknown' })
    }
    expect(await countEverything(test)).toEqual(before)
    expect((await create(test, ada, whole)).status).toBe(201)
  })
})
