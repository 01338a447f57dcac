import { describe, expect, it } from 'vitest'
import { makeFilledWizard, makeSampleDraft } from '../../../testing/samples.ts'
import { collectCreationErrors } from './creation-errors.ts'
import { makeIdempotencyKey, parseDraft } from './draft.ts'
import {
  findFaultyStep,
  findPageFault,
  makeCreationInput,
  makeEmptyWizard,
  noDocuments,
  pickErrorsOfStep,
  toAnswers,
  toAskedChoice,
  toPreview,
} from './wizard-values.ts'

const today = '2026-11-21'
const now = new Date('2026-11-21T12:00:00Z')
const empty = makeEmptyWizard(today)
const filled = { ...makeFilledWizard(today), identityConsent: true }
const documents = {
  selfie: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11',
  id: '1ac3f0de-3f3c-4d70-b0e8-3fd30e0e8f52',
}

describe('the wizard', () => {
  it('finds no error in a complete age verification', () => {
    expect(collectCreationErrors('age', filled, documents, now)).toEqual({})
    expect(collectCreationErrors('person', filled, noDocuments, now)).toEqual({})
  })

  it('asks for no picture that a wallet replaces, and still for everything else (AGE-8)', () => {
    const walletProofId = '1ac3f0de-3f3c-4d70-b0e8-3fd30e0e8f52'
    const alone = { ...filled, asked: 'wallet_alone' }
    expect(toAnswers(alone, noDocuments)).toMatchObject({ hasSelfie: true, hasIdDocument: false })
    // The page has no field for an ID.
    expect(findPageFault('age', 3, alone, noDocuments)).toBe('step_sign_date_wallet')
    expect(findPageFault('age', 3, filled, noDocuments)).toBe('step_sign_date_id')
    expect(toAnswers({ ...alone, walletProofId }, noDocuments)).toMatchObject({ hasIdDocument: true })
    expect(toAnswers({ ...filled, asked: 'wallet_and_photo', walletProofId }, noDocuments)).toMatchObject({
      hasSelfie: false,
      hasIdDocument: true,
    })
    expect(toAnswers({ ...filled, walletProofId }, noDocuments)).toMatchObject({
      hasSelfie: false,
      hasIdDocument: false,
    })
    expect(collectCreationErrors('age', { ...alone, walletProofId }, noDocuments, now)).toEqual({})
    expect(makeCreationInput('age', { ...alone, walletProofId }, noDocuments, null)).toMatchObject({
      asksFor: { age: 'wallet', walletInsteadOfId: true, face: false },
      selfieDocumentId: null,
      idDocumentId: null,
      walletProofId,
    })
    expect(makeCreationInput('age', { ...filled, walletProofId }, documents, null)).toMatchObject({
      walletProofId: null,
    })
  })

  it('requests the chosen validity, and the default for an unknown one in a draft (VALID-1)', () => {
    for (const kind of ['age', 'person'] as const) {
      const made = (validity: string) =>
        makeCreationInput(kind, { ...filled, validity }, documents, null).validity
      expect(made('7_days')).toBe('7_days')
      expect(made('8_days')).toBe('until_withdrawn')
    }
    expect(toPreview('age', { ...filled, validity: '24_hours' }, null).validity).toBe('24_hours')
  })

  it('requests the default evidence for an unknown choice in a draft', () => {
    expect(toAskedChoice({ asked: 'toString' })).toBe('usual')
    expect(toAskedChoice({ asked: 'readable' })).toBe('readable')
  })

  it('counts a document being uploaded as present', () => {
    expect(collectCreationErrors('age', filled, { selfie: 'pending', id: 'pending' }, now)).toEqual({})
    expect(Object.keys(collectCreationErrors('age', filled, noDocuments, now))).toEqual([
      'selfieDocumentId',
      'idDocumentId',
    ])
  })

  it("refuses a person who turns 18 tomorrow, under the field's name (CREATE-6)", () => {
    const errors = collectCreationErrors('person', { ...filled, dateOfBirth: '2008-11-22' }, noDocuments, now)
    expect(errors).toEqual({ dateOfBirth: 'You must be at least 18 years old' })
    expect(findFaultyStep('person', errors, 4)).toEqual({ step: 1, fields: ['dateOfBirth'] })
  })

  it("refuses a signature with another day, under the field's name (CREATE-7)", () => {
    for (const signatureDate of ['1999-01-01', '2099-01-01', '2026-11-20']) {
      expect(collectCreationErrors('person', { ...filled, signatureDate }, noDocuments, now)).toEqual({
        signatureDate: 'Date your signature today',
      })
    }
  })

  it('lists the faulty fields of the first faulty step from top to bottom (CREATE-5)', () => {
    const errors = collectCreationErrors('age', empty, noDocuments, now)
    expect(findFaultyStep('age', errors, 1)).toEqual({
      step: 1,
      fields: ['identityConsent', 'selfieDocumentId', 'fullName', 'dateOfBirth'],
    })
    expect(findFaultyStep('age', {}, 1)).toBeNull()
  })

  it('stays on the current step when it has a faulty field', () => {
    const errors = { fullName: 'a', thirdPartyEmail: 'b' }
    expect(findFaultyStep('person', errors, 4)).toEqual({ step: 4, fields: ['thirdPartyEmail'] })
    expect(findFaultyStep('person', errors, 3)).toEqual({ step: 1, fields: ['fullName'] })
  })

  it('requires the email in the last step, and validates it earlier only if it was typed', () => {
    const missing = { thirdPartyEmail: 'missing' }
    expect(pickErrorsOfStep('person', 2, missing, { thirdPartyEmail: ' ' })).toEqual({})
    expect(pickErrorsOfStep('person', 2, missing, { thirdPartyEmail: 'unknown' })).toEqual(missing)
    expect(pickErrorsOfStep('person', 4, missing, { thirdPartyEmail: '' })).toEqual(missing)
  })

  it('sends a person verification without ages, consent box and documents (PERSON-7)', () => {
    const input = makeCreationInput('person', { ...filled, thirdPartyPhone: '+44 1' }, documents, null)
    expect(input).toMatchObject({ type: 'person', thirdPartyPhone: '+44 1' })
    expect(Object.keys(input)).not.toEqual(
      expect.arrayContaining(['selfieDocumentId', 'thirdPartyClaimedAge', 'identityConsent']),
    )
  })

  it('omits blank optional answers from the preview, and the signature of the third party', () => {
    expect(toPreview('age', { ...filled, thirdPartyClaimedAge: '  ' }, null)).toMatchObject({
      thirdPartyClaimedAge: null,
      additionalInformation: null,
      thirdPartySignature: null,
    })
  })
})

describe('a draft', () => {
  const draft = {
    ...makeSampleDraft(today),
    values: filled,
    selfieDocumentId: documents.selfie,
    version: makeIdempotencyKey(),
  }
  const stored: unknown = JSON.parse(JSON.stringify({ userId: 'ada', ...draft }))

  it('is restored as it was left, with its idempotency key (CREATE-20)', () => {
    expect(parseDraft(stored, 'ada', empty)).toEqual(draft)
  })

  it('has an idempotency key, which is a new UUID for every draft', () => {
    const [one, another] = [makeIdempotencyKey(), makeIdempotencyKey()]
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(another).not.toBe(one)
  })

  it("is never another person's (CREATE-20)", () => {
    expect(parseDraft(stored, 'eve', empty)).toBeNull()
  })

  it.each([null, 'text', 7, {}, { userId: 'ada' }, { userId: 'ada', values: 'x' }])(
    'is null when the stored value is %o',
    (odd) => {
      expect(parseDraft(odd, 'ada', empty)).toBeNull()
    },
  )

  it('empties invalid fields', () => {
    const garbled = {
      userId: 'ada',
      step: 9,
      values: { fullName: 7, platformName: 'Engine' },
      idDocumentId: 3,
      unanswered: [null, 4, 'a-version'],
    }
    expect(parseDraft(garbled, 'ada', empty)).toEqual({
      step: 1,
      values: { ...empty, platformName: 'Engine' },
      selfieDocumentId: null,
      idDocumentId: null,
      idempotencyKey: '',
      version: null,
      unanswered: [null, 'a-version'],
    })
  })
})
