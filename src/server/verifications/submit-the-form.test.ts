import { beforeEach, describe, expect, it } from 'vitest'
import { thirdPartySubmissionAnswerSchema } from '../../contract/third-party.ts'
import { ownerViewSchema } from '../../contract/verification.ts'
import { sql } from '../platform/database/index.ts'
import { listEvents, readState, storedFiles } from '../testing/kept.ts'
import {
  createVerification,
  enter,
  give,
  post,
  postJson,
  readProblem,
  register,
  requestPass,
  wholeSubmission,
} from '../testing/people.ts'
import { askInNewWindow } from '../testing/records.ts'
import { photoWithPlace } from '../testing/sample-files.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()
let { ada, id } = {} as Awaited<ReturnType<typeof askInNewWindow>>
beforeEach(async () => {
  ;({ ada, id } = await askInNewWindow(test))
})

describe('a submission', () => {
  it('verifies, stores who signed what and when, and adds to the trail (STATE-2, SUBMIT-5)', async () => {
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
      thirdPartySignature: 'Sam O’Neill',
      thirdPartySignatureDate: verifiedAt.slice(0, 10),
      emailProof: 'matched',
      agreedToAdditionalTerms: null,
    })
    expect((await listEvents(test, id)).slice(-2)).toEqual(['submitted by third_party', 'verified by system'])
    // The first photo, which was replaced, is gone.
    await test.runJobs()
    const kept = await test.database.rows(sql`SELECT id FROM documents WHERE verification_id = ${id}`)
    expect(kept).toHaveLength(2)
    expect((await storedFiles(test)).filter((file) => file.includes(`_documents/${id}`))).toHaveLength(2)
    const hashes = await test.database.row(sql`
      SELECT detail->>'selfieSha256' = s.stored_sha256 AS selfie, detail->>'idSha256' = i.stored_sha256 AS id
      FROM audit_events e JOIN verifications v ON v.id = e.verification_id
        JOIN documents s ON s.id = third_party_selfie_document_id
        JOIN documents i ON i.id = third_party_id_document_id
      WHERE v.id = ${id} AND event = 'submitted'`)
    expect(hashes).toEqual({ selfie: true, id: true })
  })

  it('returns how each fact of both people is known, as in the record (FORM-21)', async () => {
    const sam = await enter(test, id)
    const answer = await post(test, sam, await wholeSubmission(test, sam))
    const { howKnown } = thirdPartySubmissionAnswerSchema.parse(await answer.json())
    expect(new Set(howKnown.known.map(({ party }) => party))).toEqual(new Set(['creator', 'thirdParty']))
    const owner = await test.app.request(`/api/verifications/${id}`, ada)
    expect(ownerViewSchema.parse(await owner.json()).howKnown).toEqual(howKnown)
  })

  it('shows strangers afterwards that it is complete, and no token opens the form any more (GATE-12)', async () => {
    const sam = await enter(test, id)
    await post(test, sam, await wholeSubmission(test, sam))
    const link = await test.app.request(`/api/public/verifications/${id}`)
    expect(await link.json()).toEqual({ type: 'age', state: 'verified', owner: false })
    await postJson(test, `/api/records/${id}/withdrawal`, {}, ada.headers)
    const after = await test.app.request(`/api/public/verifications/${id}`)
    expect(await after.json()).toEqual({ type: 'age', state: 'verified', owner: false })
    expect(await readProblem(await requestPass(test, id, 'sam@example.com'))).toMatchObject({
      code: 'link_closed',
    })
    const form = await test.app.request(`/api/public/verifications/${id}/form`, sam)
    expect(await readProblem(form)).toMatchObject({ code: 'link_closed' })
  })

  it('reports missing parts in the specified order, and changes nothing (SUBMIT-1)', async () => {
    const terms = (
      await createVerification(test, await register(test), { additionalInformation: 'No photos.' })
    ).id
    const sam = await enter(test, terms)
    const whole = await wholeSubmission(test, sam)
    const before = await readState(test)
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
      expect(await readState(test)).toEqual(before)
    }
    expect(
      (await listEvents(test, terms)).filter((event) => event.startsWith('submission_refused')),
    ).toHaveLength(9)
    expect((await post(test, sam, { ...fields, ...(statesAdult ? { statesAdult } : {}) })).status).toBe(200)
    const row = await test.database.row(sql`
      SELECT agreed_to_additional_terms AS agreed FROM verifications WHERE id = ${terms}`)
    expect(row).toEqual({ agreed: true })
  })

  it('is refused with files of another person, of the wrong kind, edited or from elsewhere (SUBMIT-8)', async () => {
    const otherId = (await createVerification(test, await register(test))).id
    const other = await wholeSubmission(test, await enter(test, otherId))
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    const own = await test.app.request(`/api/verifications/${id}`, ada)
    const creators = (await own.json()) as { documents: { selfie: { document: { url: string } } } }
    const before = await readState(test)
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
    expect(await readState(test)).toEqual(before)
  })

  it('is refused with another consent text, an overlong text, a control character, or a consent that is neither', async () => {
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    const before = await readState(test)
    for (const [fields, status, code] of [
      [{ consentTextVersion: '1999-01' }, 409, 'consent_text_changed'],
      [{ consentTextVersion: '' }, 409, 'consent_text_changed'],
      [{ signature: '<b>'.repeat(33_334) }, 400, 'validation_failed'],
      [{ signature: 'Sam\u0000' }, 400, 'validation_failed'],
      [{ consent: 'maybe' }, 400, 'validation_failed'],
      [{ selfieUrl: 'x'.repeat(100_000) }, 400, 'validation_failed'],
    ] as const) {
      const problem = await readProblem(await post(test, sam, { ...whole, ...fields }))
      expect(problem).toMatchObject({ status, code })
      expect(JSON.stringify(problem)).not.toContain('<b>')
      expect(await readState(test)).toEqual(before)
    }
  })

  it('is refused when the terms that were shown differ from those of the verification (SUBMIT-3)', async () => {
    const written = 'No photos.\nNo videos.'
    const terms = (await createVerification(test, await register(test), { additionalInformation: written }))
      .id
    const sam = await enter(test, terms)
    const whole = await wholeSubmission(test, sam)
    const before = await readState(test)
    for (const additionalInformation of ['No photos.', 'No photos.\nNo videos!', '']) {
      const problem = await readProblem(await post(test, sam, { ...whole, additionalInformation }))
      expect(problem).toMatchObject({ status: 409, code: 'consent_text_changed' })
    }
    const without = await enter(test, id)
    const added = {
      ...(await wholeSubmission(test, without)),
      additionalInformation: 'Unknown terms.',
    }
    expect(await readProblem(await post(test, without, added))).toMatchObject({
      code: 'consent_text_changed',
    })
    expect((await readState(test)).rows).toEqual(before.rows)
    expect((await post(test, sam, { ...whole, additionalInformation: written })).status).toBe(200)
    expect((await post(test, without, { ...added, additionalInformation: '' })).status).toBe(200)
  })

  it('is refused for the owner, for a foreign token and without a token (SUBMIT-7)', async () => {
    const sam = await enter(test, id)
    const stranger = await enter(test, (await createVerification(test, await register(test))).id)
    const whole = await wholeSubmission(test, sam)
    const before = await readState(test)
    for (const [by, status, code] of [
      [ada, 403, 'owner_cannot_submit'],
      [stranger, 401, 'gate_token_invalid'],
      [{ headers: {} }, 401, 'gate_token_invalid'],
    ] as const) {
      expect(await readProblem(await post(test, by, whole))).toMatchObject({ status, code, success: false })
    }
    test.clock.advance(60 * 60 * 1000)
    expect(await readProblem(await post(test, sam, whole))).toMatchObject({ code: 'gate_token_invalid' })
    expect(await readState(test)).toEqual(before)
  })

  it('is refused a second time, like every later upload (STATE-4, SUBMIT-6)', async () => {
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    expect((await post(test, sam, whole)).status).toBe(200)
    await test.runJobs()
    const [before, events] = [await readState(test), await listEvents(test, id)]
    const again = await post(test, sam, { ...whole, signature: 'Somebody Else' })
    expect(await readProblem(again)).toMatchObject({
      status: 410,
      code: 'link_closed',
      title: 'Link expired',
    })
    const photo = await post(test, sam, { formId: id, category: 'selfie' }, await photoWithPlace())
    expect(await readProblem(photo)).toMatchObject({ status: 410, code: 'link_closed' })
    expect(await readState(test)).toEqual(before)
    expect(await listEvents(test, id)).toEqual(events)
  })

  it('succeeds once out of fifty simultaneous ones by two third parties (STATE-5, SUBMIT-6)', async () => {
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
    expect((await listEvents(test, id)).filter((event) => event === 'verified by system')).toHaveLength(1)
  })

  it('changes nothing when the database fails at its last step (SUBMIT-4)', async () => {
    const sam = await enter(test, id)
    const whole = await wholeSubmission(test, sam)
    const [before, events] = [await readState(test), await listEvents(test, id)]
    await test.asOwner(async (owner) => {
      await owner.run(sql`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'power cut'; END $$`)
      await owner.run(sql`
      CREATE TRIGGER fail BEFORE INSERT ON audit_events FOR EACH ROW WHEN (NEW.event = 'verified')
      EXECUTE FUNCTION fail()`)
    })
    expect(await readProblem(await post(test, sam, whole))).toMatchObject({ status: 500, success: false })
    expect(await readState(test)).toEqual(before)
    expect(await listEvents(test, id)).toEqual(events)
    await test.asOwner((owner) => owner.run(sql`DROP TRIGGER fail ON audit_events`))
    expect((await post(test, sam, whole)).status).toBe(200)
  })
})
