import { productName } from '../../../../domain/product.ts'
import {
  type SubmissionAnswers,
  type SubmissionFault,
  submissionFault,
} from '../../../../domain/verification/submission.ts'
import { tabStorage } from '../../../shared/forms/tab-storage.ts'

/** What the third party types and ticks. */
export type ThirdPartyAnswers = {
  signature: string
  consent: boolean
  agreedToAdditionalTerms: boolean
  identityConsent: boolean
}

export const noAnswers: ThirdPartyAnswers = {
  signature: '',
  consent: false,
  agreedToAdditionalTerms: false,
  identityConsent: false,
}

const satisfied: Record<SubmissionFault, Partial<SubmissionAnswers>> = {
  'Missing selfie': { hasSelfie: true },
  'Missing ID document': { hasIdDocument: true },
  'Missing signature': { signature: 'given' },
  'Consent required': { consent: true },
  'Agreement required': { agreedToAdditionalTerms: true },
  'Identity consent required': { identityConsent: true },
}

/** Everything that still stands in the way of a submission, in the specified order. */
export function missingParts(answers: SubmissionAnswers): SubmissionFault[] {
  const missing: SubmissionFault[] = []
  let assumed = answers
  for (;;) {
    const fault = submissionFault(assumed)
    if (!fault) return missing
    missing.push(fault)
    assumed = { ...assumed, ...satisfied[fault] }
  }
}

/** How many of the five steps are done; agreeing to additional terms is part of the last one. */
export function stepsDone(missing: readonly SubmissionFault[]): number {
  const open = new Set(missing.map((fault) => (fault === 'Agreement required' ? 'Consent required' : fault)))
  return 5 - open.size
}

const keyOf = (formId: string) => `${productName.toLowerCase()}.answers.${formId}`

/** Keeps what was typed in this tab over a reload. */
export function keepAnswers(formId: string, answers: ThirdPartyAnswers): void {
  tabStorage.write(keyOf(formId), answers)
}

export function dropAnswers(formId: string): void {
  tabStorage.drop(keyOf(formId))
}

export function readAnswers(formId: string): ThirdPartyAnswers {
  return answersIn(tabStorage.read(keyOf(formId)))
}

/** A stored value as answers; what it lacks or garbles is not given. */
export function answersIn(stored: unknown): ThirdPartyAnswers {
  if (typeof stored !== 'object' || stored === null) return noAnswers
  const { signature, consent, agreedToAdditionalTerms, identityConsent } = stored as Record<string, unknown>
  return {
    signature: typeof signature === 'string' ? signature : '',
    consent: consent === true,
    agreedToAdditionalTerms: agreedToAdditionalTerms === true,
    identityConsent: identityConsent === true,
  }
}
