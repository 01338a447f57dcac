import { describe, expect, it, onTestFinished } from 'vitest'
import { createdVerificationSchema } from '../../contract/verification.ts'
import { sql } from '../platform/database/index.ts'
import { listTrailRows } from '../testing/kept.ts'
import {
  ageCreation,
  create,
  createVerification,
  personCreation,
  postJson,
  readProblem,
  register,
  subscribe,
} from '../testing/people.ts'
import { countEverything, personForEach, viewAsOwner } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()
const ada = personForEach(test)

describe('a creation', () => {
  it('makes an age verification with its link, its trail and its usage (PRODUCT-1, CREATE-9, LINK-1)', async () => {
    const answer = await create(test, ada, await ageCreation(test, ada))
    expect(answer.status).toBe(201)
    const { id, verificationLink } = createdVerificationSchema.parse(await answer.json())
    expect(verificationLink).toBe(`http://localhost:3000/verify/${id}`)
    expect(await listTrailRows(test, id)).toEqual(['created by creator', 'invited by system'])
    expect(
      await test.database.row(sql`
      SELECT action_type FROM subscription_usage WHERE user_id = ${ada.id}`),
    ).toEqual({
      actionType: 'ageVerification',
    })
  })

  it('makes a person verification with its kind in the link (PRODUCT-1, LINK-1)', async () => {
    const { id, verificationLink } = await createVerification(test, ada, { type: 'person' })
    expect(verificationLink).toBe(`http://localhost:3000/verify/${id}?type=person`)
    const row = await test.database.row(sql`SELECT document_type, type FROM verifications WHERE id = ${id}`)
    expect(row).toEqual({ documentType: 'person_verification', type: 'person' })
  })

  const storedFields = (id: string) =>
    test.database.row(sql`
      SELECT user_id, full_name, date_of_birth, third_party_name, third_party_social_media_name,
        third_party_platform_age, third_party_claimed_age, third_party_phone, platform_name, signature, signature_date,
        status, third_party_email, additional_information, type, selfie_document_id, id_document_id, verification_link
      FROM verifications WHERE id = ${id}`)
  const common = {
    fullName: 'Łucja Nowak',
    dateOfBirth: '1990-04-17',
    thirdPartyName: 'Sam O’Neill',
    thirdPartySocialMediaName: '@sam',
    platformName: 'Hinge',
    signature: 'Łucja Nowak',
    signatureDate: '2026-03-11',
    status: 'pending',
    thirdPartyEmail: 'Sam@Example.com',
    thirdPartyClaimedAge: null,
  }

  it('stores every field of the age payload, pending, with its link (AGE-5)', async () => {
    const creation = await ageCreation(test, ada)
    const more = { thirdPartyClaimedAge: '26', additionalInformation: 'No photos.' }
    const answer = await create(test, ada, { ...creation, ...more })
    const { id, verificationLink } = createdVerificationSchema.parse(await answer.json())
    expect(await storedFields(id)).toEqual({
      ...common,
      userId: ada.id,
      type: 'age',
      thirdPartyPlatformAge: '27',
      thirdPartyClaimedAge: '26',
      thirdPartyPhone: null,
      additionalInformation: 'No photos.',
      selfieDocumentId: creation.selfieDocumentId,
      idDocumentId: creation.idDocumentId,
      verificationLink,
    })
  })

  it('stores every field of the person payload, with phone and additional information or null (PERSON-7)', async () => {
    await subscribe(test, ada)
    const person = {
      ...common,
      userId: ada.id,
      type: 'person',
      thirdPartyPlatformAge: null,
      selfieDocumentId: null,
      idDocumentId: null,
    }
    for (const [typed, phone, information] of [
      [{}, '+447700900456', null],
      [{ thirdPartyPhone: '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧ ext. 12' }, '+966501234567;ext=12', null],
      [{ thirdPartyPhone: '07700 900456' }, '07700 900456', null],
      [{ thirdPartyPhone: '  ', additionalInformation: '' }, null, null],
      [{ thirdPartyPhone: undefined, additionalInformation: 'No photos.' }, null, 'No photos.'],
    ] as const) {
      const answer = await create(test, ada, { ...personCreation(), ...typed })
      const { id, verificationLink } = createdVerificationSchema.parse(await answer.json())
      expect(await storedFields(id)).toEqual({
        ...person,
        thirdPartyPhone: phone,
        additionalInformation: information,
        verificationLink,
      })
    }
  })

  it('shows the phone to its creator in the international format (PERSON-9)', async () => {
    const thirdPartyPhone = '+44 (0)7700.900456 x12'
    const answer = await create(test, ada, { ...personCreation(), thirdPartyPhone })
    const { id } = createdVerificationSchema.parse(await answer.json())
    expect((await viewAsOwner(test, id, ada)).thirdPartyPhone).toBe('+44 7700 900456 ext. 12')
  })

  it('stores ages as whole numbers, and refuses others with an error at the field, storing nothing (AGE-9)', async () => {
    const whole = await ageCreation(test, ada)
    const before = await countEverything(test)
    for (const thirdPartyPlatformAge of ['0', '131', '27.5', 'twenty', '-1']) {
      const refused = await readProblem(await create(test, ada, { ...whole, thirdPartyPlatformAge }))
      expect(refused).toMatchObject({ status: 400, errors: [{ path: 'thirdPartyPlatformAge' }] })
    }
    expect(await countEverything(test)).toEqual(before)
    const answer = await create(test, ada, {
      ...whole,
      thirdPartyPlatformAge: '٠٢٧',
      thirdPartyClaimedAge: ' ',
    })
    const { id } = createdVerificationSchema.parse(await answer.json())
    expect(await viewAsOwner(test, id, ada)).toMatchObject({
      thirdPartyPlatformAge: '27',
      thirdPartyClaimedAge: null,
    })
  })

  it('stores text unchanged (CREATE-14)', async () => {
    const html = '<img src=x onerror=alert(1)> "quoted" — محمد 王小明 🙂'
    const { id } = await createVerification(test, ada, { additionalInformation: html })
    expect((await viewAsOwner(test, id, ada)).additionalInformation).toBe(html)
  })

  it.each([
    ['2026-03-11T12:00:00Z', '2026-03-11', '2008-03-11', '2008-03-12'],
    ['2026-03-11T11:00:00Z', '2026-03-12', '2008-03-12', '2008-03-13'],
    ['2026-03-12T11:59:59Z', '2026-03-11', '2008-03-11', '2008-03-12'],
    ['2026-02-28T10:00:00Z', '2026-03-01', '2008-02-29', '2008-03-02'],
  ])(
    'at %s computes the age for the day of the signature, %s: %s is old enough, %s is not (CREATE-6)',
    async (instant, signatureDate, old, young) => {
      const began = test.clock.now()
      onTestFinished(() => test.clock.set(began))
      test.clock.set(new Date(instant))
      const bob = await register(test)
      const before = await countEverything(test)
      const refused = await create(test, bob, { ...personCreation(), signatureDate, dateOfBirth: young })
      expect(await readProblem(refused)).toMatchObject({
        status: 422,
        code: 'under_age',
        title: 'You must be at least 18 years old',
      })
      expect(await countEverything(test)).toEqual(before)
      const made = await create(test, bob, { ...personCreation(), signatureDate, dateOfBirth: old })
      expect(made.status).toBe(201)
    },
  )

  it('asks a stranger to log in (CREATE-8)', async () => {
    const answer = await postJson(test, '/api/verifications', personCreation())
    expect(await readProblem(answer)).toMatchObject({
      status: 401,
      title: 'Authentication required',
      detail: 'Please login to create a verification link',
    })
  })
})

describe('the monthly allowance', () => {
  it.each([
    [10, 'age', 'Please upgrade your plan to create more age verifications'],
    [50, 'person', 'Please upgrade your plan to create more person verifications'],
  ] as const)(
    'allows one of %i simultaneous %s creations when one is left (CREATE-10)',
    async (n, type, detail) => {
      const bodies: unknown[] = []
      for (let i = 0; i < n; i += 1) {
        bodies.push(type === 'age' ? await ageCreation(test, ada) : personCreation())
      }
      const before = await countEverything(test)
      const answers = await Promise.all(bodies.map((body) => create(test, ada, body)))
      const refused = answers.filter(({ status }) => status !== 201)
      expect(refused).toHaveLength(n - 1)
      for (const answer of refused) {
        expect(await readProblem(answer)).toMatchObject({
          status: 402,
          title: 'Subscription limit reached',
          detail,
        })
      }
      expect(await countEverything(test)).toEqual({
        ...before,
        verifications: (before?.['verifications'] ?? 0) + 1,
        events: (before?.['events'] ?? 0) + 2,
        usage: (before?.['usage'] ?? 0) + 1,
        attached: (before?.['attached'] ?? 0) + (type === 'age' ? 2 : 0),
      })
    },
  )

  it('allows one when the same creation is sent twenty times at once, even if the plan has more', async () => {
    await subscribe(test, ada, 'annual')
    const body = await ageCreation(test, ada)
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(test, ada, body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
  })

  it('is refused while a checkout is pending (CREATE-11)', async () => {
    await subscribe(test, ada, 'monthly', 'pending')
    expect((await create(test, ada, personCreation())).status).toBe(402)
  })
})
