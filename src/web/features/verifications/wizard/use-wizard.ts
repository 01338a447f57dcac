import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import { findStepFault } from '../../../../domain/verification/wizard.ts'
import { useStepsInHistory } from '../../../shared/steps/use-steps-in-history.ts'
import { toLocalDay } from '../../../shared/time/local-day.ts'
import { useIdleDownload } from '../../../shared/upload/use-idle-download.ts'
import { isProofSpent, toCreationFailure } from './creation-failure.ts'
import { useCreation } from './use-creation.ts'
import { type DraftSaving, useDraftSaving } from './use-draft-saving.ts'
import type { FoundDraft } from './use-found-draft.ts'
import { useProfileNames } from './use-profile-names.ts'
import { describeFault, type Problem, useRefusal } from './use-refusal.ts'
import { useSigningDay } from './use-signing-day.ts'
import type { WizardForm } from './wizard-form.ts'
import { pickErrorsOfStep, type WizardStep, wizardSteps } from './wizard-steps.ts'
import {
  makeCreationInput,
  makeEmptyWizard,
  toAnswers,
  type WizardDocuments,
  type WizardValues,
} from './wizard-values.ts'

const downloadChecks = () => import('./creation-errors.ts')

export type Wizard = {
  kind: VerificationKind
  step: WizardStep
  form: WizardForm
  /** The verification exists, and the page of its link is on its way. */
  isCreated: boolean
  /** What stood in the way of the last attempt to go on, until the person tries again. */
  problem: Problem | null
  isBusy: boolean
  draft: DraftSaving
  previous(): void
  /** Leaves the step when its checks pass; on the last step creates the verification. */
  next(): void
}

type WizardOptions = {
  kind: VerificationKind
  userId: string
  found: FoundDraft
  /** Begins anew with what the server has. */
  begin(): void
  documents: WizardDocuments
  /** The ids of the files as far as they are known, also of one that is still being looked up. */
  files?: { selfieDocumentId: string | null; idDocumentId: string | null }
}

const noFiles = { selfieDocumentId: null, idDocumentId: null }

/** Four steps towards one verification: what is typed, what is faulty, and the creation at the end. */
export function useWizard({ kind, userId, found, begin, documents, files = noFiles }: WizardOptions): Wizard {
  const { draft } = found
  const [isBusy, setIsBusy] = useState(false)
  const isBusyRef = useRef(false)
  // A history that is older than what is typed leads no further than one has come.
  const [reached, setReached] = useState<WizardStep>(draft ? 4 : 1)
  const { step, goTo, previous } = useStepsInHistory<WizardStep>(wizardSteps, draft?.step ?? 1, reached)
  const { isCreated, idempotencyKey, create } = useCreation(kind, draft?.idempotencyKey)
  const form = useForm<WizardValues>({
    mode: 'controlled',
    initialValues: makeStartingValues(draft),
  })
  const { values } = form
  const isEdited =
    draft !== null || form.isDirty() || step > 1 || documents.selfie !== null || documents.id !== null
  useIdleDownload(downloadChecks)
  useProfileNames(form)
  const signingDay = useSigningDay(form)
  const saving = useDraftSaving({
    kind,
    userId,
    found,
    begin,
    content: { step, values, idempotencyKey, ...files },
    isKept: isEdited && !isCreated,
  })
  const { problem, refuse, forget } = useRefusal({ kind, form, documents, step, goTo, isBusy })

  const advance = async () => {
    const signed = { ...values, signatureDate: signingDay() }
    const errors = await collectErrors(kind, signed, documents)
    const ofStep = pickErrorsOfStep(kind, step, errors, values)
    const here = step === 4 ? errors : ofStep
    const fault = findStepFault(kind, step, toAnswers(signed, documents))
    const message = Object.values(here)[0]
    if (fault || message) return refuse(describeFault(fault, message), fault ? ofStep : here)
    forget()
    if (step === 4) return finish(signed)
    // Steps count from 1.
    const target = wizardSteps[step]
    setReached((known) => pickFurthest(known, target))
    goTo(target)
  }

  const finish = (signed: WizardValues) =>
    create(makeCreationInput(kind, signed, documents), saving.runWhileStill, (error) => {
      const { errors, ...fault } = toCreationFailure(kind, error)
      if (isProofSpent(error)) form.setFieldValue('walletProofId', '')
      refuse(fault, errors, true)
    })

  return {
    kind,
    step,
    form,
    isCreated,
    problem,
    isBusy,
    draft: saving,
    previous,
    next() {
      // The ref, not the state: a second click may come before the first one is drawn.
      if (isBusyRef.current) return
      isBusyRef.current = true
      setIsBusy(true)
      void advance().finally(() => {
        isBusyRef.current = false
        setIsBusy(false)
      })
    },
  }
}

/** What was typed before, signed today; or nothing but the date. */
function makeStartingValues(draft: FoundDraft['draft']): WizardValues {
  const today = toLocalDay(new Date())
  return draft ? { ...draft.values, signatureDate: today } : makeEmptyWizard(today)
}

/** Every error of the form by the contract; none when the check could not be loaded, for the server repeats it. */
async function collectErrors(kind: VerificationKind, signed: WizardValues, documents: WizardDocuments) {
  try {
    const { collectCreationErrors } = await downloadChecks()
    return collectCreationErrors(kind, signed, documents, new Date())
  } catch {
    return {}
  }
}

const pickFurthest = (one: WizardStep, other: WizardStep) => (one > other ? one : other)
