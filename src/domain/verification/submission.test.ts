import { expect, it } from 'vitest'
import { areSameTerms, type SubmissionAnswers, submissionFault, submissionFaults } from './submission.ts'

const nothing: SubmissionAnswers = {
  hasSelfie: false,
  hasIdDocument: false,
  signature: ' ',
  consent: false,
  hasAdditionalTerms: true,
  agreedToAdditionalTerms: false,
  identityConsent: false,
  statesAdult: false,
  ageStep: 'declared',
  askedAge: 'document',
  asksSelfie: true,
  asksIdDocument: true,
}
const given: Partial<SubmissionAnswers>[] = [
  { hasSelfie: true },
  { hasIdDocument: true },
  { signature: 'Sam' },
  { consent: true },
  { agreedToAdditionalTerms: true },
  { identityConsent: true },
  { statesAdult: true },
  { askedAge: 'wallet', ageStep: 'provider' },
  { ageStep: 'wallet' },
]

it('checks the six in the specified order and then those added to them, each once the ones before it are given (SUBMIT-1, SUBMIT-11)', () => {
  let answers = nothing
  const seen = []
  for (const next of given) {
    seen.push(submissionFault(answers))
    answers = { ...answers, ...next }
  }
  expect(seen).toEqual([...submissionFaults])
  expect(submissionFault(answers)).toBeNull()
})

it('asks for no photo and no ID where a wallet takes their place (SUBMIT-12)', () => {
  const answers = { ...Object.assign({}, nothing, ...given), hasSelfie: false, hasIdDocument: false }
  expect(submissionFault({ ...answers, asksSelfie: false, asksIdDocument: false })).toBeNull()
  expect(submissionFault({ ...answers, asksSelfie: false })).toBe('missing_id_document')
})

it('asks for no agreement where there are no additional terms', () => {
  const answers = Object.assign({}, nothing, ...given, {
    hasAdditionalTerms: false,
    agreedToAdditionalTerms: false,
  })
  expect(submissionFault(answers)).toBeNull()
})

it('takes terms for the same whatever line ends a form wrote, and for others after any other change (SUBMIT-3)', () => {
  expect(areSameTerms('No photos.\r\nNo videos.', 'No photos.\nNo videos.')).toBe(true)
  expect(areSameTerms('', null)).toBe(true)
  expect(areSameTerms('No photos. No videos.', 'No photos.\nNo videos.')).toBe(false)
  expect(areSameTerms('', 'No photos.')).toBe(false)
  expect(areSameTerms('No photos.', null)).toBe(false)
})
