import { productName } from '../../../../domain/product.ts'
import {
  findSubmissionFault,
  type SubmissionAnswers,
  type SubmissionFault,
} from '../../../../domain/verification/submission.ts'
import { tabStorage } from '../../../shared/forms/tab-storage.ts'

/** What the third party types and ticks. */
export type ThirdPartyAnswers = {
  signature: string
  consent: boolean
  agreedToAdditionalTerms: boolean
  identityConsent: boolean
  statesAdult: boolean
}

export const noAnswers: ThirdPartyAnswers = {
  signature: '',
  consent: false,
  agreedToAdditionalTerms: false,
  identityConsent: false,
  statesAdult: false,
}

const satisfied: Record<SubmissionFault, Partial<SubmissionAnswers>> = {
  missing_selfie: { hasSelfie: true },
  missing_id_document: { hasIdDocument: true },
  missing_signature: { signature: 'given' },
  consent_required: { consent: true },
  agreement_required: { agreedToAdditionalTerms: true },
  identity_consent_required: { identityConsent: true },
  age_statement_required: { statesAdult: true },
  age_not_read: { ageStep: 'wallet' },
  age_not_proven: { ageStep: 'wallet' },
}

/** Everything that still stands in the way of a submission, in the specified order. */
export function listMissingParts(answers: SubmissionAnswers): SubmissionFault[] {
  const missing: SubmissionFault[] = []
  let assumed = answers
  for (;;) {
    const fault = findSubmissionFault(assumed)
    if (!fault) return missing
    missing.push(fault)
    assumed = { ...assumed, ...satisfied[fault] }
  }
}

/** Where this tab keeps something of a form. */
export const nameFormKey = (what: 'answers' | 'step', formId: string) =>
  `${productName.toLowerCase()}.${what}.${formId}`

/** Keeps what was typed in this tab over a reload. */
export function keepAnswers(formId: string, answers: ThirdPartyAnswers): void {
  tabStorage.write(nameFormKey('answers', formId), answers)
}

export function dropAnswers(formId: string): void {
  tabStorage.drop(nameFormKey('answers', formId))
}

export function readAnswers(formId: string): ThirdPartyAnswers {
  return parseAnswers(tabStorage.read(nameFormKey('answers', formId)))
}

/** A stored value as answers; what it lacks or garbles is not given. */
export function parseAnswers(stored: unknown): ThirdPartyAnswers {
  if (typeof stored !== 'object' || stored === null) return noAnswers
  const { signature, consent, agreedToAdditionalTerms, identityConsent, statesAdult } = stored as Record<
    string,
    unknown
  >
  return {
    signature: typeof signature === 'string' ? signature : '',
    consent: consent === true,
    agreedToAdditionalTerms: agreedToAdditionalTerms === true,
    identityConsent: identityConsent === true,
    statesAdult: statesAdult === true,
  }
}
