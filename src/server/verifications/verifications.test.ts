import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  createdVerificationSchema,
  ownerViewSchema,
  type VerificationList,
  verificationListSchema,
} from '../../contract/verification.ts'
import { sql } from '../platform/database/index.ts'
import {
  ageCreation,
  create,
  createVerification,
  enter,
  give,
  type Person,
  personCreation,
  post,
  postJson,
  register,
  subscribe,
  upload,
  wholeSubmission,
} from '../testing/people.ts'
import { photoWithPlace } from '../testing/sample-files.ts'
import { storedFiles } from '../testing/stored-files.ts'
import { expectSoundTrails, testAppForFile } from '../testing/test-app-for.ts'
import { expireJob } from './expire-verifications.ts'

const dayMs = 24 * 60 * 60 * 1000
const test = testAppForFile()
let ada: Person
afterAll(() => expectSoundTrails(test))
beforeEach(async () => {
  ada = await register(test)
})

/** How many rows there are of everything that a creation writes. */
async function everything() {
  return test.database.row<Record<string, number>>(sql`
    SELECT (SELECT count(*) FROM verifications) AS verifications, (SELECT count(*) FROM audit_events) AS events,
      (SELECT count(*) FROM subscription_usage) AS usage, (SELECT count(*) FROM documents) AS documents,
      (SELECT count(*) FROM documents WHERE attached_at IS NOT NULL) AS attached`)
}

async function readRefusal(answer: Response) {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  return [answer.status, await answer.json()] as [number, Record<string, unknown>]
}

async function readTrail(id: string) {
  const rows = await test.database.rows<{ event: string; actor: string }>(
    sql`SELECT event, actor FROM audit_events WHERE verification_id = ${id} ORDER BY sequence`,
  )
  return rows.map(({ event, actor }) => `${event} by ${actor}`)
}

async function view(id: string, by: Person) {
  const answer = await test.app.request(`/api/verifications/${id}`, by)
  expect(answer.status).toBe(200)
  return ownerViewSchema.parse(await answer.json())
}

async function verified(by: Person): Promise<string> {
  const { id } = await createVerification(test, by)
  const sam = await enter(test, id)
  expect((await post(test, sam, await wholeSubmission(test, sam))).status).toBe(200)
  return id
}

describe('a creation', () => {
  it('makes an age verification with its link, its trail and its usage (PRODUCT-1, CREATE-9, LINK-1)', async () => {
    const answer = await create(test, ada, await ageCreation(test, ada))
    expect(answer.status).toBe(201)
    const { id, verificationLink } = createdVerificationSchema.parse(await answer.json())
    expect(verificationLink).toBe(`http://localhost:3000/verify/${id}`)
    expect(await readTrail(id)).toEqual(['created by creator', 'invited by system'])
    expect(
      await test.database.row(sql`
      SELECT action_type FROM subscription_usage WHERE user_id = ${ada.id}`),
    ).toEqual({
      action_type: 'ageVerification',
    })
  })

  it('makes a person verification whose link says so (PRODUCT-1, LINK-1)', async () => {
    const { id, verificationLink } = await createVerification(test, ada, { type: 'person' })
    expect(verificationLink).toBe(`http://localhost:3000/verify/${id}?type=person`)
    const row = await test.database.row(sql`SELECT document_type, type FROM verifications WHERE id = ${id}`)
    expect(row).toEqual({ document_type: 'person_verification', type: 'person' })
  })

  const storedFields = (id: string) =>
    test.database.row(sql`
      SELECT user_id, full_name, date_of_birth, third_party_name, third_party_social_media_name,
        third_party_platform_age, third_party_claimed_age, third_party_phone, platform_name, signature, signature_date,
        status, third_party_email, additional_information, type, selfie_document_id, id_document_id, verification_link
      FROM verifications WHERE id = ${id}`)
  const common = {
    full_name: 'Łucja Nowak',
    date_of_birth: '1990-04-17',
    third_party_name: 'Sam O’Neill',
    third_party_social_media_name: '@sam',
    platform_name: 'Hinge',
    signature: 'Łucja Nowak',
    signature_date: '2026-03-11',
    status: 'pending',
    third_party_email: 'Sam@Example.com',
    third_party_claimed_age: null,
  }

  it('keeps every field of the age payload, pending, with its link (AGE-5)', async () => {
    const creation = await ageCreation(test, ada)
    const answer = await create(test, ada, { ...creation, additionalInformation: 'No photos.' })
    const { id, verificationLink } = createdVerificationSchema.parse(await answer.json())
    expect(await storedFields(id)).toEqual({
      ...common,
      user_id: ada.id,
      type: 'age',
      third_party_platform_age: '27',
      third_party_phone: null,
      additional_information: 'No photos.',
      selfie_document_id: creation.selfieDocumentId,
      id_document_id: creation.idDocumentId,
      verification_link: verificationLink,
    })
  })

  it('keeps every field of the person payload, with phone and additional information or null (PERSON-7)', async () => {
    await subscribe(test, ada)
    const person = {
      ...common,
      user_id: ada.id,
      type: 'person',
      third_party_platform_age: null,
      selfie_document_id: null,
      id_document_id: null,
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
        third_party_phone: phone,
        additional_information: information,
        verification_link: verificationLink,
      })
    }
  })

  it('shows the phone to its creator in the international format (PERSON-9)', async () => {
    const thirdPartyPhone = '+44 (0)7700.900456 x12'
    const answer = await create(test, ada, { ...personCreation(), thirdPartyPhone })
    const { id } = createdVerificationSchema.parse(await answer.json())
    expect((await view(id, ada)).thirdPartyPhone).toBe('+44 7700 900456 ext. 12')
  })

  it('keeps ages as whole numbers, refuses others by name of the field, and keeps nothing then (AGE-9)', async () => {
    const whole = await ageCreation(test, ada)
    const before = await everything()
    for (const thirdPartyPlatformAge of ['0', '131', '27.5', 'twenty', '-1']) {
      const refused = await readRefusal(await create(test, ada, { ...whole, thirdPartyPlatformAge }))
      expect(refused).toMatchObject([400, { errors: [{ path: 'thirdPartyPlatformAge' }] }])
    }
    expect(await everything()).toEqual(before)
    const answer = await create(test, ada, {
      ...whole,
      thirdPartyPlatformAge: '٠٢٧',
      thirdPartyClaimedAge: ' ',
    })
    const { id } = createdVerificationSchema.parse(await answer.json())
    expect(await view(id, ada)).toMatchObject({ thirdPartyPlatformAge: '27', thirdPartyClaimedAge: null })
  })

  it('stores what was typed as it was typed (CREATE-14)', async () => {
    const html = '<img src=x onerror=alert(1)> "quoted" — محمد 王小明 🙂'
    const { id } = await createVerification(test, ada, { additionalInformation: html })
    expect((await view(id, ada)).additionalInformation).toBe(html)
  })

  it('lets somebody create who turns 18 today, and not who does tomorrow (CREATE-6)', async () => {
    const before = await everything()
    const young = await readRefusal(
      await create(test, ada, { ...personCreation(), dateOfBirth: '2008-03-12' }),
    )
    expect(young).toMatchObject([422, { code: 'under_age', title: 'You must be at least 18 years old' }])
    expect(await everything()).toEqual(before)
    const adult = await create(test, ada, { ...personCreation(), dateOfBirth: '2008-03-11' })
    expect(adult.status).toBe(201)
  })

  it.each([
    ['2026-03-11T11:00:00Z', '2026-03-12', '2008-03-12', '2008-03-13'],
    ['2026-03-12T11:59:59Z', '2026-03-11', '2008-03-11', '2008-03-12'],
    ['2026-02-28T10:00:00Z', '2026-03-01', '2008-02-29', '2008-03-02'],
  ])(
    'at %s counts 18 on the day of the signature, %s: %s is old enough, %s is not (CREATE-6)',
    async (instant, signatureDate, old, young) => {
      const began = test.clock.now()
      onTestFinished(() => test.clock.set(began))
      test.clock.set(new Date(instant))
      const bob = await register(test)
      const before = await everything()
      const refused = await create(test, bob, { ...personCreation(), signatureDate, dateOfBirth: young })
      expect(await readRefusal(refused)).toMatchObject([422, { code: 'under_age' }])
      expect(await everything()).toEqual(before)
      const made = await create(test, bob, { ...personCreation(), signatureDate, dateOfBirth: old })
      expect(made.status).toBe(201)
    },
  )

  it('asks a stranger to log in (CREATE-8)', async () => {
    const answer = await postJson(test, '/api/verifications', personCreation())
    expect(await readRefusal(answer)).toMatchObject([
      401,
      { title: 'Authentication required', detail: 'Please login to create a verification link' },
    ])
  })
})

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

  it.each(age)(
    'say in the specified words that %s is missing, and nothing is kept (CREATE-5)',
    async (_, missing, title, detail) => {
      const whole = await ageCreation(test, ada)
      const before = await everything()
      const answer = await create(test, ada, { ...whole, ...missing })
      expect(await readRefusal(answer)).toMatchObject([422, { title, detail }])
      expect(await everything()).toEqual(before)
    },
  )

  it('come in the order of the steps (CREATE-5)', async () => {
    const whole: Record<string, unknown> = { ...(await ageCreation(test, ada)) }
    const missing: Record<string, unknown> = {}
    const titles: unknown[] = []
    for (const [, fields] of age.toReversed()) {
      Object.assign(missing, fields)
      const [, problem] = await readRefusal(await create(test, ada, { ...whole, ...missing }))
      titles.push(problem['detail'])
    }
    expect(titles).toEqual(age.toReversed().map(([, , , detail]) => detail))
  })

  it('ask less of a person verification (PERSON-5)', async () => {
    const answer = await create(test, ada, { ...personCreation(), signature: '' })
    expect(await readRefusal(answer)).toMatchObject([422, { detail: 'Please sign and date the form' }])
  })
})

describe('a refused creation keeps nothing', () => {
  it('of a text of 100,000 characters, in whichever field, and names the field (CREATE-14)', async () => {
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
    const before = await everything()
    for (const name of texts) {
      const answer = await create(test, ada, { ...whole, [name]: '<b>'.repeat(33_334) })
      const [status, problem] = await readRefusal(answer)
      expect([name, status, problem]).toMatchObject([
        name,
        400,
        { code: 'validation_failed', errors: [{ path: name }] },
      ])
      expect(JSON.stringify(problem)).not.toContain('<b>')
    }
    const all = Object.fromEntries(texts.map((name) => [name, 'x'.repeat(100_000)]))
    const [status, problem] = await readRefusal(await create(test, ada, { ...whole, ...all }))
    expect([status, (problem['errors'] as unknown[]).length]).toEqual([400, texts.length])
    expect(await everything()).toEqual(before)
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
  ])('of %s', async (_, fields, status, code) => {
    const before = await everything()
    const answer = await create(test, ada, { ...personCreation(), ...fields })
    expect(await readRefusal(answer)).toMatchObject([status, { code }])
    expect(await everything()).toEqual(before)
  })

  it.each([
    ['not JSON at all', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
  ])('of a body that is %s', async (_, body) => {
    const headers = { ...ada.headers, 'content-type': 'application/json' }
    const answer = await test.app.request('/api/verifications', { method: 'POST', headers, body })
    expect((await readRefusal(answer))[0]).toBe(400)
  })

  it('of documents that are another’s, of the wrong kind, used before, destroyed or not there (AGE-6)', async () => {
    const eve = await register(test)
    await subscribe(test, ada)
    const whole = await ageCreation(test, ada)
    const [evil, used] = [await ageCreation(test, eve), await ageCreation(test, ada)]
    expect((await create(test, ada, used)).status).toBe(201)
    const gone = await ageCreation(test, ada)
    await test.database.run(sql`
      UPDATE documents SET destroyed_at = ${test.clock.now()} WHERE id = ${gone.selfieDocumentId}`)
    const before = await everything()
    for (const documents of [
      { selfieDocumentId: evil.selfieDocumentId },
      { idDocumentId: evil.idDocumentId },
      { selfieDocumentId: whole.idDocumentId, idDocumentId: whole.selfieDocumentId },
      { selfieDocumentId: used.selfieDocumentId },
      { selfieDocumentId: gone.selfieDocumentId },
      { idDocumentId: '00000000-0000-4000-8000-000000000000' },
    ]) {
      const answer = await create(test, ada, { ...whole, ...documents })
      expect(await readRefusal(answer)).toMatchObject([422, { code: 'document_unknown' }])
    }
    expect(await everything()).toEqual(before)
    expect((await create(test, ada, whole)).status).toBe(201)
  })
})

describe('the monthly allowance', () => {
  it.each([
    [10, 'age', 'Please upgrade your plan to create more age verifications'],
    [50, 'person', 'Please upgrade your plan to create more person verifications'],
  ] as const)(
    'lets one of %i simultaneous %s creations through when one is left (CREATE-10)',
    async (n, type, detail) => {
      const bodies: unknown[] = []
      for (let i = 0; i < n; i += 1) {
        bodies.push(type === 'age' ? await ageCreation(test, ada) : personCreation())
      }
      const before = await everything()
      const answers = await Promise.all(bodies.map((body) => create(test, ada, body)))
      const refused = answers.filter(({ status }) => status !== 201)
      expect(refused).toHaveLength(n - 1)
      for (const answer of refused) {
        expect(await readRefusal(answer)).toMatchObject([
          402,
          { title: 'Subscription limit reached', detail },
        ])
      }
      expect(await everything()).toEqual({
        ...before,
        verifications: (before?.['verifications'] ?? 0) + 1,
        events: (before?.['events'] ?? 0) + 2,
        usage: (before?.['usage'] ?? 0) + 1,
        attached: (before?.['attached'] ?? 0) + (type === 'age' ? 2 : 0),
      })
    },
  )

  it('lets one through when the same creation is sent twenty times at once, though the plan has more', async () => {
    await subscribe(test, ada, 'annual')
    const body = await ageCreation(test, ada)
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(test, ada, body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
  })

  it('lets nobody create while a checkout is pending (CREATE-11)', async () => {
    await subscribe(test, ada, 'monthly', 'pending')
    expect((await create(test, ada, personCreation())).status).toBe(402)
  })
})

describe('the list', () => {
  async function page(by: Person, query = ''): Promise<VerificationList> {
    const answer = await test.app.request(`/api/verifications${query}`, by)
    expect(answer.status).toBe(200)
    return verificationListSchema.parse(await answer.json())
  }

  it('pages through the own ones only, newest first, and counts them by kind (HISTORY-2)', async () => {
    await subscribe(test, ada, 'annual')
    await createVerification(test, await register(test), { type: 'person' })
    const ids: string[] = []
    for (let n = 0; n < 7; n += 1) {
      // Two at the same instant: the order must still be total.
      if (n % 2 === 0) test.clock.advance(1000)
      ids.push((await createVerification(test, ada, { type: n === 3 ? 'age' : 'person' })).id)
    }
    const seen: VerificationList['items'] = []
    let cursor: string | null = null
    do {
      const list: VerificationList = await page(ada, `?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
      expect(list.counts).toEqual({ all: 7, age: 1, person: 6 })
      seen.push(...list.items)
      cursor = list.nextCursor
    } while (cursor)
    expect(seen.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    const instants = seen.map(({ createdAt }) => createdAt)
    expect(instants).toEqual(instants.toSorted().reverse())
    expect((await page(ada, '?type=age')).items.map(({ id }) => id)).toEqual([ids[3]])
  })

  it('is empty for somebody new', async () => {
    expect(await page(ada)).toEqual({
      items: [],
      counts: { all: 0, age: 0, person: 0 },
      nextCursor: null,
    })
  })

  it.each(['?cursor=nonsense', `?cursor=${btoa("x' OR 1=1")}`, '?limit=0', '?limit=1000', '?type=pet'])(
    'refuses %s',
    async (query) => {
      const answer = await test.app.request(`/api/verifications${query}`, ada)
      expect((await readRefusal(answer))[0]).toBe(400)
    },
  )
})

describe('the owner’s view', () => {
  it('shows the own documents while pending, and nothing of the third party (OWNER-3)', async () => {
    const { id } = await createVerification(test, ada)
    await give(test, await enter(test, id), 'selfie')
    const { documents, ...form } = await view(id, ada)
    expect(form).toMatchObject({
      status: 'pending',
      thirdPartySignature: null,
      thirdPartyEmail: 'Sam@Example.com',
    })
    expect([documents.selfie?.state, documents.id?.state]).toEqual(['open', 'open'])
    expect([documents.thirdPartySelfie, documents.thirdPartyId]).toEqual([null, null])
  })

  it('opens the third party’s documents on a paid plan once verified, for 7200 s (UPLOAD-11, OWNER-4)', async () => {
    await subscribe(test, ada)
    const { documents, ...form } = await view(await verified(ada), ada)
    expect(form).toMatchObject({
      status: 'verified',
      thirdPartySignature: 'Sam O’Neill',
      thirdPartySignatureDate: test.clock.now().toISOString().slice(0, 10),
      emailProof: 'matched',
    })
    for (const shown of Object.values(documents)) {
      if (shown?.state !== 'open') throw new Error('not open')
      expect(Date.parse(shown.document.urlExpiresAt) - test.clock.now().getTime()).toBe(7_200_000)
      expect((await test.app.request(shown.document.url)).status).toBe(200)
    }
  })

  it('locks the third party’s documents on the free plan, and their renewal too (OWNER-4)', async () => {
    const id = await verified(ada)
    const { documents } = await view(id, ada)
    expect(documents).toMatchObject({
      selfie: { state: 'open' },
      id: { state: 'open' },
      thirdPartySelfie: { state: 'locked', until: 'paid_plan' },
      thirdPartyId: { state: 'locked', until: 'paid_plan' },
    })
    expect(JSON.stringify(documents.thirdPartySelfie)).not.toContain('url')
    const row = await test.database.row<{ id: string }>(
      sql`SELECT third_party_id_document_id AS id FROM verifications WHERE id = ${id}`,
    )
    const renewal = await test.app.request(`/api/documents/${row?.id}/url`, ada)
    expect(await readRefusal(renewal)).toMatchObject([403, { code: 'plan_required' }])
    await subscribe(test, ada)
    expect((await test.app.request(`/api/documents/${row?.id}/url`, ada)).status).toBe(200)
  })

  it('locks them until the payment is confirmed while it is pending (OWNER-11)', async () => {
    const id = await verified(ada)
    await subscribe(test, ada, 'monthly', 'pending')
    const { documents } = await view(id, ada)
    const locked = { state: 'locked', until: 'payment' }
    expect(documents).toMatchObject({ thirdPartySelfie: locked, thirdPartyId: locked })
  })

  it('does not exist for anybody else: same status, same words as for an id that never was (OWNER-7, ERROR-3)', async () => {
    const { id } = await createVerification(test, ada)
    const eve = await register(test)
    const before = await readTrail(id)
    const texts: string[] = []
    for (const path of [id, '00000000-0000-4000-8000-000000000000', 'nonsense', `${id}'`]) {
      const answer = await test.app.request(`/api/verifications/${path}`, eve)
      const [status, problem] = await readRefusal(answer)
      texts.push(JSON.stringify([status, { ...problem, requestId: '' }]))
    }
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('You do not have permission to view this form')
    expect((await test.app.request(`/api/verifications/${id}`)).status).toBe(401)
    expect(await readTrail(id)).toEqual(before)
  })

  it('notes that it was looked at, once an hour (OWNER-10)', async () => {
    const { id } = await createVerification(test, ada)
    await Promise.all([view(id, ada), view(id, ada), view(id, ada)])
    expect(await readTrail(id)).toEqual(['created by creator', 'invited by system', 'viewed by creator'])
    test.clock.advance(60 * 60 * 1000 - 1)
    // The access token has not ended yet.
    await view(id, ada)
    expect(await readTrail(id)).toHaveLength(3)
  })
})

describe('a cancelled request', () => {
  it('closes the link and destroys the files of both at once (STATE-2, STATE-7)', async () => {
    const { id } = await createVerification(test, ada)
    const sam = await enter(test, id)
    const submission = await wholeSubmission(test, sam)
    const ofBoth = async () =>
      (await storedFiles(test)).filter((file) => file.includes(id) || file.includes(ada.id))
    expect(await ofBoth()).toHaveLength(4)
    const cancelled = await postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)
    expect(cancelled.status).toBe(204)

    expect(await readRefusal(await post(test, sam, submission))).toMatchObject([410, { code: 'link_closed' }])
    expect((await test.app.request(submission['idUrl'] ?? '')).status).toBe(404)
    const shown = await view(id, ada)
    expect([shown.status, shown.documents.selfie]).toEqual(['cancelled', { state: 'destroyed' }])
    await test.runJobs()
    expect(await ofBoth()).toHaveLength(0)
    expect(await readTrail(id)).toEqual([
      'created by creator',
      'invited by system',
      'gate_passed by third_party',
      'uploaded by third_party',
      'uploaded by third_party',
      'cancelled by creator',
      'files_destroyed by system',
      'viewed by creator',
    ])
  })

  it('is only its creator’s to cancel, and only while pending (STATE-8)', async () => {
    const { id } = await createVerification(test, ada)
    const eve = await register(test)
    const foreign = await postJson(test, `/api/verifications/${id}/cancel`, {}, eve.headers)
    expect(await readRefusal(foreign)).toMatchObject([404, { code: 'verification_not_visible' }])
    const cancel = () => postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)
    const answers = await Promise.all([cancel(), cancel(), cancel()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 410, 410])
    const done = await verified(await register(test))
    expect(
      (await test.database.row<{ status: string }>(sql`SELECT status FROM verifications WHERE id = ${done}`))
        ?.status,
    ).toBe('verified')
  })
})

describe('a link that nobody completes', () => {
  async function runExpiry() {
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, expireJob, {}))
    await test.runJobs()
  }

  it('closes after 30 days, with its files, and no earlier (STATE-2, STATE-6)', async () => {
    const { id } = await createVerification(test, ada)
    const done = await verified(await register(test))
    const readStatus = async (of: string) =>
      (await test.database.row<{ status: string }>(sql`SELECT status FROM verifications WHERE id = ${of}`))
        ?.status
    test.clock.advance(30 * dayMs)
    await runExpiry()
    expect(await readStatus(id)).toBe('pending')
    test.clock.advance(1)
    await runExpiry()
    expect([await readStatus(id), await readStatus(done)]).toEqual(['expired', 'verified'])
    const trail = await readTrail(id)
    const end = trail.indexOf('expired by system')
    expect(trail.slice(end, end + 2)).toEqual(['expired by system', 'files_destroyed by system'])
    expect((await storedFiles(test)).some((file) => file.includes(ada.id))).toBe(false)
  })
})

it('keeps an upload out of a verification when its file was swept first (UPLOAD-21)', async () => {
  const whole = await ageCreation(test, ada)
  const answer = await upload(test, ada, 'selfie', await photoWithPlace())
  const { id } = (await answer.json()) as { id: string }
  await test.database.run(sql`DELETE FROM documents WHERE id = ${id}`)
  const refused = await create(test, ada, { ...whole, selfieDocumentId: id })
  expect((await readRefusal(refused))[1]).toMatchObject({ code: 'document_unknown' })
})
