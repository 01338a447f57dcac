import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  gatePassSchema,
  publicVerificationSchema,
  thirdPartyFileAnswerSchema,
  thirdPartySubmissionAnswerSchema,
  thirdPartyViewSchema,
} from '../../contract/third-party.ts'
import { ownerViewSchema } from '../../contract/verification.ts'
import { createApp } from '../app.ts'
import { forgetPassesJob } from '../mailed-codes/index.ts'
import { sql } from '../platform/database/index.ts'
import {
  createVerification,
  enter,
  from,
  give,
  knock,
  newAddress,
  type Person,
  post,
  postJson,
  register,
  subscribe,
  type ThirdParty,
  wholeSubmission,
} from '../testing/people.ts'
import { hugePng, pdfPage, photoWithPlace, svgPicture } from '../testing/sample-files.ts'
import { makePdf, passwordEncryption } from '../testing/sample-pdfs.ts'
import { storedFiles } from '../testing/stored-files.ts'
import { expectSoundTrails, testAppForFile } from '../testing/test-app-for.ts'
import { listEvents } from '../testing/trail.ts'

const test = testAppForFile()
let ada: Person
let id: string
afterAll(() => expectSoundTrails(test))
beforeEach(async () => {
  // A new window of every limit for each test.
  test.clock.advance(60 * 60 * 1000)
  ada = await register(test)
  id = (await createVerification(test, ada)).id
})

async function readProblem(answer: Response) {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  return { status: answer.status, ...((await answer.json()) as { code: string; title: string }) }
}

/** Everything that a third party could have changed, but for the trail. */
async function state() {
  const rows = await test.database.rows(sql`SELECT * FROM verifications ORDER BY id`)
  const documents = await test.database.rows(sql`SELECT * FROM documents ORDER BY id`)
  return { rows, documents, files: await storedFiles(test) }
}

const trail = (of = id) => listEvents(test, of)

async function readStatus(of: string) {
  return (await test.database.row<{ status: string }>(sql`SELECT status FROM verifications WHERE id = ${of}`))
    ?.status
}

describe('a link', () => {
  const look = async (of: string, headers: Record<string, string> = {}) =>
    test.app.request(`/api/public/verifications/${of}`, { headers })

  it('says its kind and state, and nothing about anybody (GATE-3)', async () => {
    const answer = await look(id)
    expect(publicVerificationSchema.strict().parse(await answer.json())).toEqual({
      type: 'age',
      state: 'pending',
      owner: false,
    })
  })

  it('knows its owner', async () => {
    expect(await (await look(id, ada.headers)).json()).toMatchObject({ owner: true })
    expect(await (await look(id, (await register(test)).headers)).json()).toMatchObject({ owner: false })
  })

  it('notes an opening by a stranger once an hour, and none by its owner (TRAIL-8)', async () => {
    await look(id, ada.headers)
    await Promise.all([look(id), look(id), look(id)])
    const opened = await test.database.rows(sql`
      SELECT actor FROM audit_events WHERE verification_id = ${id} AND event = 'opened'`)
    expect(opened).toEqual([{ actor: 'visitor' }])
    expect((await trail()).filter((event) => event.startsWith('opened'))).toHaveLength(3)
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'nonsense', "'"])(
    'is not found at %s (GATE-3)',
    async (nowhere) => {
      expect(await readProblem(await look(nowhere))).toMatchObject({
        status: 404,
        code: 'verification_not_found',
      })
      expect(await readProblem(await knock(test, nowhere, 'sam@example.com'))).toMatchObject({ status: 404 })
    },
  )
})

describe('the gate', () => {
  it('opens for the address in any case and with white space around it (GATE-4)', async () => {
    const answer = await knock(test, id, '  SAM@example.COM\n')
    const { token, expiresAt } = gatePassSchema.parse(await answer.json())
    expect(Date.parse(expiresAt) - test.clock.now().getTime()).toBe(60 * 60 * 1000)
    expect(token).toMatch(/^[\w-]{43}$/)
    const stored = await test.database.rows(sql`SELECT * FROM gate_passes WHERE verification_id = ${id}`)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await trail()).toEqual(['created by creator', 'invited by system', 'gate_passed by third_party'])
  })

  it('stays shut for another address, and says so in the specified words (GATE-5)', async () => {
    const problem = await readProblem(await knock(test, id, 'eve@example.com'))
    expect(problem).toMatchObject({
      status: 403,
      title: "Email doesn't match",
      detail: "The email you entered doesn't match the one this verification was sent to",
    })
    expect(JSON.stringify(problem)).not.toMatch(/eve@|sam@/i)
    expect(await trail()).toEqual(['created by creator', 'invited by system', 'gate_refused by visitor'])
  })

  it('asks for an address when none is given (GATE-4)', async () => {
    expect(await readProblem(await knock(test, id, '   '))).toMatchObject({
      title: 'Email required',
      detail: 'Please enter your email address',
    })
    expect(await readProblem(await knock(test, id, 'x'.repeat(100_000)))).toMatchObject({ status: 413 })
    expect(await readProblem(await knock(test, id, 'x'.repeat(321)))).toMatchObject({
      code: 'validation_failed',
    })
  })

  it('refuses the sixth guess even if it is right, after a restart too, and opens again later (GATE-6)', async () => {
    for (let guess = 1; guess <= 5; guess += 1) {
      expect((await knock(test, id, `guess-${guess}@example.com`)).status).toBe(403)
    }
    const sixth = await knock(test, id, 'sam@example.com')
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readProblem(sixth)).toMatchObject({
      status: 429,
      code: 'gate_locked',
      detail: expect.stringMatching(/tried\. Please try again in \d+ minutes\.$/),
    })

    const restarted = createApp({ ...test.platform })
    const again = await restarted.request(`/api/public/verifications/${id}/gate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'sam@example.com' }),
    })
    expect(await readProblem(again)).toMatchObject({ code: 'gate_locked' })
    expect(await trail()).toEqual([
      'created by creator',
      'invited by system',
      ...Array(5).fill('gate_refused by visitor'),
    ])

    test.clock.advance(15 * 60 * 1000 + 1)
    expect((await knock(test, id, 'sam@example.com')).status).toBe(200)
  })

  it('compares no more than five of fifty simultaneous guesses (GATE-6)', async () => {
    const guesses = Array.from({ length: 50 }, (_, n) => knock(test, id, `guess-${n}@example.com`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(45)
  })

  it('gives the guesses back to who was right (GATE-6)', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 4; guess += 1) await knock(test, id, 'typo@example.com')
      expect((await knock(test, id, 'sam@example.com')).status).toBe(200)
    }
  })

  it('counts one address over all links (GATE-6)', async () => {
    const { app } = test
    const address = from(newAddress())
    const links: string[] = []
    for (let n = 0; n < 8; n += 1)
      links.push((await createVerification(test, await register(test), { type: 'person' })).id)
    const statuses: number[] = []
    for (let guess = 0; guess < 32; guess += 1) {
      const request = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'guess@example.com' }),
      }
      statuses.push(
        (await app.request(`/api/public/verifications/${links[guess % 8]}/gate`, request, address)).status,
      )
    }
    expect(statuses).toEqual([...Array(30).fill(403), 429, 429])
  })

  it('does not open for the owner (GATE-12, SUBMIT-10)', async () => {
    const answer = await knock(test, id, 'sam@example.com', ada.headers)
    expect(await readProblem(answer)).toMatchObject({ status: 403, code: 'owner_cannot_submit' })
  })
})

describe('the form', () => {
  const read = (of: string, headers: Record<string, string> = {}) =>
    test.app.request(`/api/public/verifications/${of}/form`, { headers })

  it('shows the proven third party what they sign, and their uploads so far', async () => {
    const sam = await enter(test, id)
    await give(test, sam, 'selfie')
    test.clock.advance(1000)
    await give(test, sam, 'selfie')
    const form = thirdPartyViewSchema.parse(await (await read(id, sam.headers)).json())
    expect(form).toMatchObject({
      fullName: 'Łucja Nowak',
      thirdPartyName: 'Sam O’Neill',
      limits: { imageMaxBytes: 5 * 1024 * 1024, pdfMaxBytes: 5 * 1024 * 1024 },
      uploads: { id: null },
    })
    expect(form.uploads.selfie?.path).toContain(String(test.clock.now().getTime()))
    expect(JSON.stringify(form)).not.toMatch(/example\.com/i)
    expect((await test.app.request(form.uploads.selfie?.url ?? '')).status).toBe(200)
  })

  it('says whether the creator can open photo and ID on the plan that they have now (FORM-19)', async () => {
    const sam = await enter(test, id)
    const opens = async () => {
      const answer = await test.app.request(`/api/public/verifications/${id}/form`, sam)
      return thirdPartyViewSchema.parse(await answer.json()).creatorOpensFiles
    }
    expect(await opens()).toBe(false)
    await subscribe(test, ada)
    expect(await opens()).toBe(true)
  })

  it('is shut to a token that is none, foreign, edited or ended (GATE-8)', async () => {
    const sam = await enter(test, id)
    const other = await enter(test, (await createVerification(test, await register(test))).id)
    const edited = sam.headers.authorization.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const bad: Record<string, string>[] = [
      {},
      other.headers,
      { authorization: edited },
      { authorization: 'Bearer' },
    ]
    for (const headers of bad) {
      expect(await readProblem(await read(id, headers))).toMatchObject({
        status: 401,
        code: 'gate_token_invalid',
      })
    }
    test.clock.advance(60 * 60 * 1000 - 1)
    expect((await read(id, sam.headers)).status).toBe(200)
    test.clock.advance(1)
    expect(await readProblem(await read(id, sam.headers))).toMatchObject({ code: 'gate_token_invalid' })
  })
})

describe('an upload by the third party', () => {
  it('answers with a signed URL, and knows the category by the file’s name too (SUBMIT-2)', async () => {
    const sam = await enter(test, id)
    const fields = { formId: id, verificationType: 'person', fileName: `${id}/id-1.pdf` }
    const answer = await post(test, sam, fields, pdfPage(), 'scan.pdf')
    const { fileUrl, document } = thirdPartyFileAnswerSchema.parse(await answer.json())
    expect(document).toMatchObject({ bucket: 'id_documents', category: 'id' })
    expect(document.path.startsWith(`${id}/id-`)).toBe(true)
    expect(fileUrl).toBe(`http://localhost:3000${document.url}`)
    expect((await test.app.request(document.url)).headers.get('content-type')).toBe('image/jpeg')
    const selfie = await post(test, sam, { formId: id, fileName: 'selfie' }, await photoWithPlace(), 'selfie')
    expect(await selfie.json()).toMatchObject({ success: true, document: { category: 'selfie' } })
    expect((await trail()).slice(3)).toEqual(['uploaded by third_party', 'uploaded by third_party'])
  })

  it.each([
    ['a PDF called .jpg, as a photo', 'selfie', () => pdfPage(), 'file_type_refused'],
    ['an SVG', 'id', () => svgPicture(), 'file_type_refused'],
    ['a PDF with a password', 'id', () => makePdf({ trailer: passwordEncryption }), 'pdf_locked'],
    ['0 bytes', 'id', () => new Uint8Array(), 'file_empty'],
    ['60 MB', 'id', () => new Uint8Array(60 * 1024 * 1024), 'file_too_large'],
    ['a truncated JPEG', 'selfie', async () => (await photoWithPlace()).slice(0, 9000), 'file_damaged'],
    ['a 30,000 x 30,000 pixel PNG', 'selfie', () => hugePng(), 'image_too_many_pixels'],
  ] as const)('of %s keeps nothing', async (_, category, file, code) => {
    const sam = await enter(test, id)
    const before = await state()
    const answer = await post(test, sam, { formId: id, category }, await file(), 'photo.jpg')
    const problem = await readProblem(answer)
    expect(problem).toMatchObject({ code, success: false, error: problem.title })
    expect(await state()).toEqual(before)
  })

  it('into another verification, without a pass, or by its owner keeps nothing (SUBMIT-10, UPLOAD-19)', async () => {
    const other = (await createVerification(test, await register(test))).id
    const sam = await enter(test, id)
    const before = await state()
    const fields = { formId: other, category: 'selfie' }
    const photo = await photoWithPlace()
    for (const [by, of, code] of [
      [sam, fields, 'gate_token_invalid'],
      [sam, { category: 'selfie' }, 'gate_token_invalid'],
      [{ headers: {} }, { ...fields, formId: id }, 'gate_token_invalid'],
      [{ headers: { authorization: 'Bearer x' } }, { ...fields, formId: id }, 'gate_token_invalid'],
      [await register(test), { ...fields, formId: id }, 'gate_token_invalid'],
      [ada, { ...fields, formId: id }, 'owner_cannot_submit'],
      [sam, { formId: id, fileName: '../../etc/passwd' }, 'validation_failed'],
      [sam, { formId: id, category: 'selfie', fileName: 'x'.repeat(100_000) }, 'validation_failed'],
    ] as const) {
      const { documents, files } = await state()
      expect(await readProblem(await post(test, by, of, photo))).toMatchObject({ code })
      expect(await state()).toMatchObject({ documents, files })
    }
    expect(await state()).toEqual(before)
  })

  it('that races with the end of the request is refused and leaves no file (STATE-4)', async () => {
    const sam = await enter(test, id)
    const { storage } = test.platform
    const slow = createApp({
      ...test.platform,
      storage: {
        ...storage,
        // The creator cancels after the file was written and before it counts.
        async put(address, bytes) {
          await storage.put(address, bytes)
          expect((await postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)).status).toBe(204)
        },
      },
    })
    const form = new FormData()
    form.set('formId', id)
    form.set('category', 'selfie')
    form.set('file', new File([new Uint8Array(await photoWithPlace())], 'selfie'))
    const request = { method: 'POST', headers: sam.headers, body: form }
    const answer = await slow.request('/functions/v1/third-party-upload', request)
    expect(await readProblem(answer)).toMatchObject({ status: 410, code: 'link_closed' })
    await test.runJobs()
    expect((await storedFiles(test)).some((file) => file.includes(id))).toBe(false)
    expect(await test.database.rows(sql`SELECT id FROM documents WHERE verification_id = ${id}`)).toEqual([])
  })
})

describe('a submission', () => {
  it('verifies, keeps who signed what and when, and tells the trail (STATE-2, SUBMIT-5)', async () => {
    const sam = await enter(test, id)
    await give(test, sam, 'selfie')
    const answer = await post(test, sam, await wholeSubmission(test, sam))
    expect(answer.status).toBe(200)
    const { verifiedAt } = thirdPartySubmissionAnswerSchema.parse(await answer.json())
    expect(verifiedAt).toBe(test.clock.now().toISOString())
    expect(
      await test.database.row(sql`
      SELECT status, third_party_signature, third_party_signature_date, email_proof, agreed_to_additional_terms
      FROM verifications WHERE id = ${id}`),
    ).toEqual({
      status: 'verified',
      third_party_signature: 'Sam O’Neill',
      third_party_signature_date: verifiedAt.slice(0, 10),
      email_proof: 'matched',
      agreed_to_additional_terms: null,
    })
    expect((await trail()).slice(-2)).toEqual(['submitted by third_party', 'verified by system'])
    // The photo that was taken again is gone.
    await test.runJobs()
    const kept = await test.database.rows(sql`SELECT id FROM documents WHERE verification_id = ${id}`)
    expect(kept).toHaveLength(2)
    expect((await storedFiles(test)).filter((file) => file.includes(`_documents/${id}`))).toHaveLength(2)
  })

  it('is answered with how each thing is known of both people, as the record has it (FORM-21)', async () => {
    const sam = await enter(test, id)
    const answer = await post(test, sam, await wholeSubmission(test, sam))
    const { howKnown } = thirdPartySubmissionAnswerSchema.parse(await answer.json())
    expect(new Set(howKnown.known.map(({ party }) => party))).toEqual(new Set(['creator', 'thirdParty']))
    const owner = await test.app.request(`/api/verifications/${id}`, ada)
    expect(ownerViewSchema.parse(await owner.json()).howKnown).toEqual(howKnown)
  })

  it('shows strangers afterwards that it is complete, and opens to no token any more (GATE-12)', async () => {
    const sam = await enter(test, id)
    await post(test, sam, await wholeSubmission(test, sam))
    const link = await test.app.request(`/api/public/verifications/${id}`)
    expect(await link.json()).toEqual({ type: 'age', state: 'verified', owner: false })
    await postJson(test, `/api/records/${id}/withdrawal`, {}, ada.headers)
    const after = await test.app.request(`/api/public/verifications/${id}`)
    expect(await after.json()).toEqual({ type: 'age', state: 'verified', owner: false })
    expect(await readProblem(await knock(test, id, 'sam@example.com'))).toMatchObject({ code: 'link_closed' })
    const form = await test.app.request(`/api/public/verifications/${id}/form`, sam)
    expect(await readProblem(form)).toMatchObject({ code: 'link_closed' })
  })

  it('names what is missing in the specified order, and changes nothing (SUBMIT-1)', async () => {
    const terms = (
      await createVerification(test, await register(test), { additionalInformation: 'No photos.' })
    ).id
    const sam = await enter(test, terms)
    const whole = await wholeSubmission(test, sam)
    const before = await state()
    const { identityConsent, agreedToAdditionalTerms, consent, signature, idUrl, selfieUrl, ...others } =
      whole
    const { statesAdult, ...rest } = others
    const steps: [Record<string, string | undefined>, string][] = [
      [{}, 'Missing selfie'],
      [{ selfieUrl }, 'Missing ID document'],
      [{ idUrl }, 'Missing signature'],
      [{ signature: ' \n ' }, 'Missing signature'],
      [{ signature }, 'Consent required'],
      [{ consent: 'false' }, 'Consent required'],
      [{ consent }, 'Agreement required'],
      [{ agreedToAdditionalTerms }, 'Identity consent required'],
      [{ identityConsent }, 'Age statement required'],
    ]
    const fields = { ...rest }
    for (const [more, title] of steps) {
      Object.assign(fields, more)
      const problem = await readProblem(await post(test, sam, fields))
      expect(problem).toMatchObject({ status: 422, title, success: false, error: title })
      expect(await state()).toEqual(before)
    }
    expect((await trail(terms)).filter((event) => event.startsWith('submission_refused'))).toHaveLength(9)
    expect((await post(test, sam, { ...fields, ...(statesAdult ? { statesAdult } : {}) })).status).toBe(200)
    const row = await test.database.row(sql`
      SELECT agreed_to_additional_terms AS agreed FROM verifications WHERE id = ${terms}`)
    expect(row).toEqual({ agreed: true })
  })

  it('is refused with files that are another’s, of the wrong kind, edited or not ours (SUBMIT-8)', async () => {
    const otherId = (await createVerification(test, await register(test))).id
    const other = await wholeSubmission(test, await enter(test, otherId))
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    const own = await test.app.request(`/api/verifications/${id}`, ada)
    const creators = (await own.json()) as { documents: { selfie: { document: { url: string } } } }
    const before = await state()
    for (const selfieUrl of [
      other['selfieUrl'] ?? '',
      whole['idUrl'] ?? '',
      creators.documents.selfie.document.url,
      (whole['selfieUrl'] ?? '').replace('selfie-', 'selfie-1'),
      (whole['selfieUrl'] ?? '').replace(/Signature=./, 'Signature=!'),
      'http://evil.example/photo.jpg',
      'javascript:alert(1)',
    ]) {
      const answer = await post(test, sam, { ...whole, selfieUrl })
      expect(await readProblem(answer)).toMatchObject({ title: 'Missing selfie' })
    }
    expect(await readProblem(await post(test, sam, { ...whole, idUrl: other['idUrl'] ?? '' }))).toMatchObject(
      {
        title: 'Missing ID document',
      },
    )
    expect(await state()).toEqual(before)
  })

  it.each([
    ['a consent text that does not exist', { consentTextVersion: '1999-01' }, 409, 'consent_text_changed'],
    ['no consent text', { consentTextVersion: '' }, 409, 'consent_text_changed'],
    ['a signature of 100,000 characters', { signature: '<b>'.repeat(33_334) }, 400, 'validation_failed'],
    ['a control character', { signature: 'Sam\u0000' }, 400, 'validation_failed'],
    ['a consent that is neither', { consent: 'maybe' }, 400, 'validation_failed'],
    ['a URL of 100,000 characters', { selfieUrl: 'x'.repeat(100_000) }, 400, 'validation_failed'],
  ])('is refused with %s', async (_, fields, status, code) => {
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    const before = await state()
    const problem = await readProblem(await post(test, sam, { ...whole, ...fields }))
    expect(problem).toMatchObject({ status, code })
    expect(JSON.stringify(problem)).not.toContain('<b>')
    expect(await state()).toEqual(before)
  })

  it('is refused when the terms that were shown are not those of the verification (SUBMIT-3)', async () => {
    const written = 'No photos.\nNo videos.'
    const terms = (await createVerification(test, await register(test), { additionalInformation: written }))
      .id
    const sam = await enter(test, terms)
    const whole = await wholeSubmission(test, sam)
    const before = await state()
    for (const additionalInformation of ['No photos.', 'No photos.\nNo videos!', '']) {
      const problem = await readProblem(await post(test, sam, { ...whole, additionalInformation }))
      expect(problem).toMatchObject({ status: 409, code: 'consent_text_changed' })
    }
    const without = await enter(test, id)
    const added = {
      ...(await wholeSubmission(test, without)),
      additionalInformation: 'Terms that nobody wrote.',
    }
    expect(await readProblem(await post(test, without, added))).toMatchObject({
      code: 'consent_text_changed',
    })
    expect((await state()).rows).toEqual(before.rows)
    expect((await post(test, sam, { ...whole, additionalInformation: written })).status).toBe(200)
    expect((await post(test, without, { ...added, additionalInformation: '' })).status).toBe(200)
  })

  it('is refused to the owner, to a foreign token and to none (SUBMIT-7)', async () => {
    const sam = await enter(test, id)
    const stranger = await enter(test, (await createVerification(test, await register(test))).id)
    const whole = await wholeSubmission(test, sam)
    const before = await state()
    for (const [by, status, code] of [
      [ada, 403, 'owner_cannot_submit'],
      [stranger, 401, 'gate_token_invalid'],
      [{ headers: {} }, 401, 'gate_token_invalid'],
    ] as const) {
      expect(await readProblem(await post(test, by, whole))).toMatchObject({ status, code, success: false })
    }
    test.clock.advance(60 * 60 * 1000)
    expect(await readProblem(await post(test, sam, whole))).toMatchObject({ code: 'gate_token_invalid' })
    expect(await state()).toEqual(before)
  })

  it('is refused a second time, as is every upload (STATE-4, SUBMIT-6)', async () => {
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    expect((await post(test, sam, whole)).status).toBe(200)
    await test.runJobs()
    const [before, events] = [await state(), await trail()]
    const again = await post(test, sam, { ...whole, signature: 'Somebody Else' })
    expect(await readProblem(again)).toMatchObject({
      status: 410,
      code: 'link_closed',
      title: 'Link expired',
    })
    const photo = await post(test, sam, { formId: id, category: 'selfie' }, await photoWithPlace())
    expect(await readProblem(photo)).toMatchObject({ status: 410, code: 'link_closed' })
    expect(await state()).toEqual(before)
    expect(await trail()).toEqual(events)
  })

  it('wins once of fifty at the same moment, by two third parties (STATE-5, SUBMIT-6)', async () => {
    const [sam, sam2] = [await enter(test, id), await enter(test, id)]
    const bodies = [
      { ...(await wholeSubmission(test, sam)), signature: 'First' },
      { ...(await wholeSubmission(test, sam2)), signature: 'Second' },
    ] as const
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 === 0 ? post(test, sam, bodies[0]) : post(test, sam2, bodies[1]),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 410)).toHaveLength(49)
    const winner = statuses.indexOf(200) % 2 === 0 ? 'First' : 'Second'
    const row = await test.database.row(sql`
      SELECT status, third_party_signature AS signature FROM verifications WHERE id = ${id}`)
    expect(row).toEqual({ status: 'verified', signature: winner })
    expect((await trail()).filter((event) => event === 'verified by system')).toHaveLength(1)
  })

  it('is all or nothing when the database fails at its last step (SUBMIT-4)', async () => {
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    const [before, events] = [await state(), await trail()]
    await test.asOwner(async (owner) => {
      await owner.run(sql`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'power cut'; END $$`)
      await owner.run(sql`
      CREATE TRIGGER fail BEFORE INSERT ON audit_events FOR EACH ROW WHEN (NEW.event = 'verified')
      EXECUTE FUNCTION fail()`)
    })
    expect(await readProblem(await post(test, sam, whole))).toMatchObject({ status: 500, success: false })
    expect(await state()).toEqual(before)
    expect(await trail()).toEqual(events)
    await test.asOwner((owner) => owner.run(sql`DROP TRIGGER fail ON audit_events`))
    expect((await post(test, sam, whole)).status).toBe(200)
  })
})

describe('a refusal by the third party', () => {
  const decline = (of: string, by: Pick<ThirdParty, 'headers'>, reason: unknown = null) =>
    postJson(test, `/api/public/verifications/${of}/decline`, { reason }, by.headers)

  it('closes the request, keeps the reason from the creator and destroys every file (STATE-2, STATE-7)', async () => {
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    expect((await decline(id, sam, 'I do not know this person.')).status).toBe(204)
    expect(await readStatus(id)).toBe('rejected')
    const row = await test.database.row(
      sql`SELECT decline_reason AS reason FROM verifications WHERE id = ${id}`,
    )
    expect(row).toEqual({ reason: 'I do not know this person.' })
    const shown = await (await test.app.request(`/api/verifications/${id}`, ada)).text()
    expect(shown).not.toContain('I do not know')
    expect(await readProblem(await post(test, sam, whole))).toMatchObject({ code: 'link_closed' })
    await test.runJobs()
    expect((await storedFiles(test)).some((file) => file.includes(id) || file.includes(ada.id))).toBe(false)
    expect((await trail()).slice(-4)).toEqual([
      'declined by third_party',
      'files_destroyed by system',
      'viewed by creator',
      'mail_accepted by system',
    ])
  })

  it('needs a pass for this very verification, and a reason that is not endless (STATE-9)', async () => {
    const stranger = await enter(test, (await createVerification(test, await register(test))).id)
    const sam = await enter(test, id)
    expect(await readProblem(await decline(id, stranger))).toMatchObject({ code: 'gate_token_invalid' })
    expect(await readProblem(await decline(id, ada))).toMatchObject({ code: 'owner_cannot_submit' })
    expect(await readProblem(await decline(id, sam, 'x'.repeat(1001)))).toMatchObject({
      code: 'validation_failed',
    })
    expect(await readStatus(id)).toBe('pending')
  })

  it('and a submission at the same moment do not both happen (STATE-5)', async () => {
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    const [declined, submitted] = await Promise.all([decline(id, sam), post(test, sam, whole)])
    const outcome = [declined.status, submitted.status, await readStatus(id)]
    expect([
      [204, 410, 'rejected'],
      [410, 200, 'verified'],
    ]).toContainEqual(outcome)
  })
})

it('forgets passes that have ended (GATE-8)', async () => {
  const sam = await enter(test, id)
  const count = async () =>
    (await test.database.rows(sql`SELECT token_sha256 FROM gate_passes WHERE verification_id = ${id}`)).length
  const run = async () => {
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, forgetPassesJob, {}))
    await test.runJobs()
  }
  await run()
  expect([
    await count(),
    (await test.app.request(`/api/public/verifications/${id}/form`, sam)).status,
  ]).toEqual([1, 200])
  test.clock.advance(60 * 60 * 1000 + 1)
  await run()
  expect(await count()).toBe(0)
})
