import type { AsksFor } from '../../../../domain/evidence/evidence.ts'
import type { SubmissionFault } from '../../../../domain/verification/submission.ts'
import { tabStorage } from '../../../shared/forms/tab-storage.ts'
import { nameFormKey } from './third-party-answers.ts'

const allSteps = ['asked', 'text', 'photo', 'age', 'sign'] as const
export type FormStepName = (typeof allSteps)[number]

/** The steps of a form in their order (FORM-7): without the photo where no face is asked for. */
export function listSteps({ face }: Pick<AsksFor, 'face'>): readonly [FormStepName, ...FormStepName[]] {
  return face ? allSteps : ['asked', 'text', 'age', 'sign']
}

/** The step in which each thing is given, and what marks its field there. */
export const placeOf: Record<SubmissionFault, { step: FormStepName; path: string }> = {
  identity_consent_required: { step: 'asked', path: 'identityConsent' },
  missing_selfie: { step: 'photo', path: 'selfie' },
  missing_id_document: { step: 'age', path: 'id' },
  age_not_read: { step: 'age', path: 'id' },
  age_not_proven: { step: 'age', path: 'wallet' },
  missing_signature: { step: 'sign', path: 'signature' },
  agreement_required: { step: 'sign', path: 'agreedToAdditionalTerms' },
  age_statement_required: { step: 'sign', path: 'statesAdult' },
  consent_required: { step: 'sign', path: 'consent' },
}

/** Keeps in this tab which step was shown last. */
export function keepStep(formId: string, step: FormStepName): void {
  tabStorage.write(nameFormKey('step', formId), step)
}

export function dropStep(formId: string): void {
  tabStorage.drop(nameFormKey('step', formId))
}

/** The step that this tab showed last; the first where it showed none. */
export function readStep(formId: string): FormStepName {
  const kept = tabStorage.read(nameFormKey('step', formId))
  return allSteps.find((step) => step === kept) ?? 'asked'
}
