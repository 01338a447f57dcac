import { useEffect, useState } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { type AsksFor, doesReplaceId, doesTakeProof } from '../../../../domain/evidence/evidence.ts'
import { judgeAgeStep } from '../../../../domain/evidence/known-facts.ts'
import {
  findSubmissionFault,
  type SubmissionAnswers,
  type SubmissionFault,
} from '../../../../domain/verification/submission.ts'
import { focusField } from '../../../shared/focus.ts'
import { tabValue } from '../../../shared/forms/tab-storage.ts'
import { useStepFocus } from '../../../shared/steps/step-frame.tsx'
import { useStepsInHistory } from '../../../shared/steps/use-place.ts'
import type { Upload } from '../../../shared/upload/use-upload.ts'

export type ThirdPartyAnswers = {
  signature: string
  consent: boolean
  agreedToAdditionalTerms: boolean
  identityConsent: boolean
  statesAdult: boolean
  /** Their account's kept reading, instead of a photo and an ID; empty where they don't use it. */
  keptProofId: string
}

export const noAnswers: ThirdPartyAnswers = {
  signature: '',
  consent: false,
  agreedToAdditionalTerms: false,
  identityConsent: false,
  statesAdult: false,
  keptProofId: '',
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
  age_not_proven: { replacesId: true },
}

/** The missing parts of a submission, in the specified order. */
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

export const keptAnswers = tabValue('answers', parseAnswers)

/** Parses a stored value as answers; missing or invalid fields become empty. */
export function parseAnswers(stored: unknown): ThirdPartyAnswers {
  if (typeof stored !== 'object' || stored === null) return noAnswers
  const { signature, consent, agreedToAdditionalTerms, identityConsent, statesAdult, keptProofId } =
    stored as Record<string, unknown>
  return {
    signature: typeof signature === 'string' ? signature : '',
    consent: consent === true,
    agreedToAdditionalTerms: agreedToAdditionalTerms === true,
    identityConsent: identityConsent === true,
    statesAdult: statesAdult === true,
    keptProofId: typeof keptProofId === 'string' ? keptProofId : '',
  }
}

/** Lists the missing parts of a form's submission, in the specified order. */
export function listMissing(
  form: ThirdPartyView,
  answers: ThirdPartyAnswers,
  selfie: Upload,
  id: Upload,
): readonly SubmissionFault[] {
  const isKept = usesKept(answers)
  const replacesId = form.given.some((source) => doesReplaceId(source, form.asksFor))
  return listMissingParts({
    ...answers,
    askedAge: form.asksFor.age,
    asksSelfie: form.asksFor.face && !isKept,
    replacesId,
    asksIdDocument: !isKept && !replacesId,
    ageStep: isKept ? 'document' : judgeAgeStep(form.given),
    hasSelfie: selfie.state.phase === 'stored',
    hasIdDocument: id.state.phase === 'stored',
    hasAdditionalTerms: form.additionalInformation !== null,
  })
}

/** Whether their age needs an ID, not a wallet's proof. */
export const asksForId = ({ asksFor }: Pick<ThirdPartyView, 'asksFor'>) =>
  asksFor.age !== 'wallet' && !doesTakeProof(asksFor)

/** Whether the record has their age from a wallet or a provider, so also without their ID. */
export const isProvenElsewhere = ({ given }: Pick<ThirdPartyView, 'given'>) =>
  given.some(({ step }) => step === 'wallet' || step === 'provider')

/** Whether their account's kept reading replaces a photo and an ID. */
export const usesKept = ({ keptProofId }: Pick<ThirdPartyAnswers, 'keptProofId'>) => keptProofId !== ''

const allSteps = ['asked', 'text', 'photo', 'age', 'sign'] as const
export type FormStepName = (typeof allSteps)[number]

/**
 * The steps of a form in their order (FORM-7): without the photo where no face is asked for, and without the ID too
 * where a kept reading replaces them.
 */
export function listSteps(
  { face }: Pick<AsksFor, 'face'>,
  isKept = false,
): readonly [FormStepName, ...FormStepName[]] {
  if (isKept) return ['asked', 'text', 'sign']
  return face ? allSteps : ['asked', 'text', 'age', 'sign']
}

/** The step of each part, and the path of its field there. */
export const placeOf: Record<SubmissionFault, { step: FormStepName; path: string }> = {
  identity_consent_required: { step: 'asked', path: 'identityConsent' },
  missing_selfie: { step: 'photo', path: 'selfie' },
  missing_id_document: { step: 'age', path: 'id' },
  age_not_read: { step: 'age', path: 'id' },
  age_not_proven: { step: 'age', path: 'wallet' },
  missing_signature: { step: 'sign', path: 'signature' },
  agreement_required: { step: 'sign', path: 'agreedToAdditionalTerms' },
  age_statement_required: { step: 'asked', path: 'statesAdult' },
  consent_required: { step: 'sign', path: 'consent' },
}

/** The step that this tab showed last; otherwise the first. */
export const keptStep = tabValue('step', (stored) => allSteps.find((step) => step === stored) ?? 'asked')

/** The steps of a form, stored in the history and in the tab, with navigation to missing parts. */
export function useFormSteps({ id, asksFor }: Pick<ThirdPartyView, 'id' | 'asksFor'>, isKept: boolean) {
  const steps = listSteps(asksFor, isKept)
  const { step, goTo, ...ways } = useStepsInHistory(steps, keptStep.find(id))
  const heading = useStepFocus(step, 'page')
  const [wanted, setWanted] = useState<SubmissionFault | null>(null)

  useEffect(() => keptStep.keep(id, step), [id, step])

  // After the step's heading, which keeps the focus when the field isn't there, for example while a photo is being
  // uploaded.
  useEffect(() => {
    if (!wanted || placeOf[wanted].step !== step) return
    focusField(placeOf[wanted].path)
    setWanted(null)
  }, [wanted, step])

  return {
    ...ways,
    steps,
    step,
    heading,
    /** Navigates to the step and the field of a part. */
    show(fault: SubmissionFault) {
      setWanted(fault)
      goTo(placeOf[fault].step)
    },
  }
}
