import { type AskedAgeStep, type EvidenceStep, isEnough } from '../evidence/evidence.ts'
import { isLine } from '../typed-text.ts'

/** The parts that the third party must give before a verification can complete (SUBMIT-1, SUBMIT-11). */
export type SubmissionAnswers = {
  hasSelfie: boolean
  hasIdDocument: boolean
  signature: string
  consent: boolean
  /** Whether the creator wrote additional terms; without them no agreement is needed. */
  hasAdditionalTerms: boolean
  agreedToAdditionalTerms: boolean
  identityConsent: boolean
  statesAdult: boolean
  /** The step by which their age is known, and the minimum that the creator asked for. */
  ageStep: EvidenceStep
  askedAge: AskedAgeStep
  /** Whether a proof takes the place of the ID. */
  replacesId: boolean
  /** Whether a photo and an ID are required: a proof, or kept evidence, may replace them. */
  asksSelfie: boolean
  asksIdDocument: boolean
}

/** The six specified checks in their order, then this product's own. Each is a code of the problem table. */
export const submissionFaults = [
  'missing_selfie',
  'missing_id_document',
  'missing_signature',
  'consent_required',
  'agreement_required',
  'identity_consent_required',
  'age_statement_required',
  'age_not_read',
  'age_not_proven',
] as const
export type SubmissionFault = (typeof submissionFaults)[number]

/** The first check that fails, or `null` when the submission is complete. */
export function findSubmissionFault(answers: SubmissionAnswers): SubmissionFault | null {
  if (answers.asksSelfie && !answers.hasSelfie) return 'missing_selfie'
  if (answers.asksIdDocument && !answers.hasIdDocument) return 'missing_id_document'
  const signature = answers.signature.trim()
  if (signature === '' || !isLine(signature)) return 'missing_signature'
  if (!answers.consent) return 'consent_required'
  if (answers.hasAdditionalTerms && !answers.agreedToAdditionalTerms) return 'agreement_required'
  if (!answers.identityConsent) return 'identity_consent_required'
  if (!answers.statesAdult) return 'age_statement_required'
  const { ageStep: step, replacesId, askedAge } = answers
  if (isEnough({ step, replacesId }, askedAge)) return null
  return askedAge === 'wallet' ? 'age_not_proven' : 'age_not_read'
}

/**
 * Whether the additional terms that were shown are those of the verification; `null` and empty both mean none. Line
 * endings are ignored, because a form changes them.
 */
export function areSameTerms(shown: string, written: string | null): boolean {
  const normaliseLines = (text: string) => text.replace(/\r\n?/g, '\n')
  return normaliseLines(shown) === normaliseLines(written ?? '')
}
