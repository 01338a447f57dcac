import type { SubmissionAnswers } from '../verification/submission.ts'

/** A third party who gave no answers, with everything asked for. */
export const noneGiven: SubmissionAnswers = {
  hasSelfie: false,
  hasIdDocument: false,
  signature: ' ',
  consent: false,
  hasAdditionalTerms: true,
  agreedToAdditionalTerms: false,
  identityConsent: false,
  statesAdult: false,
  ageStep: 'declared',
  replacesId: false,
  askedAge: 'document',
  asksSelfie: true,
  asksIdDocument: true,
}

export const allGiven: SubmissionAnswers = {
  ...noneGiven,
  hasSelfie: true,
  hasIdDocument: true,
  signature: 'Sam',
  consent: true,
  agreedToAdditionalTerms: true,
  identityConsent: true,
  statesAdult: true,
  ageStep: 'wallet',
}
