import type { Validity } from '../validity.ts'
import type { VerificationKind } from '../verification.ts'

/** The parts of the text in their order; the ids are the same in every version and language. */
export const consentParts = [
  'introduction',
  'purpose',
  'consent',
  'data-usage',
  'duration',
  'representations',
  'liability',
  'governing-law',
] as const
export type ConsentPart = (typeof consentParts)[number]

/** The sentences that are ticked; `additionalTerms` is shown only if there are any. */
export const statementNames = ['identity', 'adult', 'willing', 'additionalTerms'] as const
export type StatementName = (typeof statementNames)[number]

/** One version of the consent text in one language, for every kind and validity. */
export type ConsentWording = {
  titles: Record<VerificationKind, string>
  headings: Record<ConsentPart, string>
  /** The parts that are the same for every kind and validity. */
  paragraphs: Record<Exclude<ConsentPart, 'purpose' | 'duration'>, readonly string[]>
  purpose: Record<VerificationKind, readonly string[]>
  /** The beginning and the end of the consent (VALID-2). */
  duration: Record<Validity, readonly string[]>
  /** What becomes of an invitation that is not completed, after `duration`. */
  lapse: string
  statements: Record<StatementName, string>
  /** The warning that the third party reads first (FORM-3). */
  warning: readonly string[]
}
