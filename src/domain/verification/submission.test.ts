import { expect, it } from 'vitest'
import { allGiven, noneGiven } from '../testing/submission-answers.ts'
import {
  areSameTerms,
  findSubmissionFault,
  type SubmissionAnswers,
  type SubmissionFault,
  submissionFaults,
} from './submission.ts'

/** The requirement of each check, in the specified order. */
const checks: [SubmissionFault, Partial<SubmissionAnswers>][] = [
  ['missing_selfie', { hasSelfie: true }],
  ['missing_id_document', { hasIdDocument: true }],
  ['missing_signature', { signature: 'Sam' }],
  ['consent_required', { consent: true }],
  ['agreement_required', { agreedToAdditionalTerms: true }],
  ['identity_consent_required', { identityConsent: true }],
  ['age_statement_required', { statesAdult: true }],
  ['age_not_read', { askedAge: 'wallet', ageStep: 'provider' }],
  ['age_not_proven', { ageStep: 'wallet', replacesId: true }],
]

it('runs the six specified checks in order, and then the added ones (SUBMIT-1, SUBMIT-11)', () => {
  let answers = noneGiven
  for (const [fault, given] of checks) {
    expect(findSubmissionFault(answers)).toBe(fault)
    answers = { ...answers, ...given }
  }
  expect(findSubmissionFault(answers)).toBeNull()
  expect(submissionFaults).toEqual(checks.map(([fault]) => fault))
})

it.each(['', '  ', '\u2800', '\u3164', 'Sam\u202e'])('has no signature in %j (SUBMIT-1)', (signature) => {
  expect(findSubmissionFault({ ...allGiven, signature })).toBe('missing_signature')
})

it('requires no photo and no ID where a wallet replaces them (SUBMIT-12)', () => {
  const answers = { ...allGiven, hasSelfie: false, hasIdDocument: false }
  expect(findSubmissionFault({ ...answers, asksSelfie: false, asksIdDocument: false })).toBeNull()
  expect(findSubmissionFault({ ...answers, asksSelfie: false })).toBe('missing_id_document')
})

it('requires no agreement where there are no additional terms (FORM-8)', () => {
  const answers = { ...allGiven, hasAdditionalTerms: false, agreedToAdditionalTerms: false }
  expect(findSubmissionFault(answers)).toBeNull()
})

it('treats terms with other line endings as equal, and with any other change as different (SUBMIT-3)', () => {
  expect(areSameTerms('No photos.\r\nNo videos.', 'No photos.\nNo videos.')).toBe(true)
  expect(areSameTerms('', null)).toBe(true)
  expect(areSameTerms('No photos. No videos.', 'No photos.\nNo videos.')).toBe(false)
  expect(areSameTerms('', 'No photos.')).toBe(false)
  expect(areSameTerms('No photos.', null)).toBe(false)
})
