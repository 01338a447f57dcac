/** What the third party must have given before a verification can complete (SUBMIT-1). */
export type SubmissionAnswers = {
  hasSelfie: boolean
  hasIdDocument: boolean
  signature: string
  consent: boolean
  /** Whether the creator wrote additional terms; without them there is nothing to agree to. */
  hasAdditionalTerms: boolean
  agreedToAdditionalTerms: boolean
  identityConsent: boolean
}

/** The six checks in the specified order; each is the toast's title. */
export const submissionFaults = [
  'Missing selfie',
  'Missing ID document',
  'Missing signature',
  'Consent required',
  'Agreement required',
  'Identity consent required',
] as const
export type SubmissionFault = (typeof submissionFaults)[number]

/** The first of the six checks that fails, or `null` when the submission is complete. */
export function submissionFault(answers: SubmissionAnswers): SubmissionFault | null {
  if (!answers.hasSelfie) return 'Missing selfie'
  if (!answers.hasIdDocument) return 'Missing ID document'
  if (answers.signature.trim() === '') return 'Missing signature'
  if (!answers.consent) return 'Consent required'
  if (answers.hasAdditionalTerms && !answers.agreedToAdditionalTerms) return 'Agreement required'
  if (!answers.identityConsent) return 'Identity consent required'
  return null
}

/**
 * Whether the additional terms that somebody was shown are those of the verification, `null` and empty both meaning none. Line ends do not
 * count: a form writes them in its own way.
 */
export function areSameTerms(shown: string, written: string | null): boolean {
  const lines = (text: string) => text.replace(/\r\n?/g, '\n')
  return lines(shown) === lines(written ?? '')
}
