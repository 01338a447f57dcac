import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CreatedVerification } from '../../../../contract/verification.ts'
import type { VerificationKind } from '../../../../domain/verification/kind.ts'
import { stepFault } from '../../../../domain/verification/wizard.ts'
import { authorisedRequest } from '../../../api/authorised-request.ts'
import { usageQuery } from '../../../api/usage.ts'
import { verificationsKey } from '../../../api/verifications.ts'
import { onceRead } from '../../../shared/reading/once-read.ts'
import { localDayOf } from '../../../shared/time/local-day.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import { useIdleDownload } from '../../../shared/upload/use-idle-download.ts'
import { createdToast } from './created-toast.ts'
import { creationFailure, isProofSpent, wasCreatedBefore } from './creation-failure.ts'
import { newIdempotencyKey } from './new-idempotency-key.ts'
import { type DraftSaving, useDraftSaving } from './use-draft-saving.ts'
import type { FoundDraft } from './use-found-draft.ts'
import { useMended } from './use-mended.ts'
import { useProfileNames } from './use-profile-names.ts'
import { useSigningDay } from './use-signing-day.ts'
import type { WizardForm } from './wizard-form.ts'
import { errorsOfStep, faultyStep, type WizardStep } from './wizard-steps.ts'
import {
  answersOf,
  creationInput,
  emptyWizard,
  type WizardDocuments,
  type WizardValues,
} from './wizard-values.ts'
import { wizardWords as words } from './wizard-words.ts'

const downloadChecks = () => import('./creation-errors.ts')

export type Wizard = {
  kind: VerificationKind
  step: WizardStep
  form: WizardForm
  /** Set once the verification exists. */
  created: CreatedVerification | null
  /** What stood in the way of the last attempt to go on, until the person tries again. */
  problem: { title: string; description: string } | null
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
  const queryClient = useQueryClient()
  const [step, setStep] = useState<WizardStep>(draft?.step ?? 1)
  const [created, setCreated] = useState<CreatedVerification | null>(null)
  const [problem, setProblem] = useState<Wizard['problem']>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [idempotencyKey, setIdempotencyKey] = useState(() => draft?.idempotencyKey || newIdempotencyKey())
  const [focusField, setFocusField] = useState<string | null>(null)
  const isBusyRef = useRef(false)
  const form = useForm<WizardValues>({
    mode: 'controlled',
    initialValues: startingValues(draft),
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
    isKept: isEdited && !created,
  })

  useEffect(() => {
    if (!focusField) return
    document.querySelector<HTMLElement>(`[data-path="${focusField}"]`)?.focus()
    setFocusField(null)
  }, [focusField])

  useMended({ form, documents, onMended: () => setProblem(null) })

  const goTo = (target: WizardStep) => {
    setProblem(null)
    setStep(target)
  }

  const showFault = (fault: { title: string; description: string }, errors: Record<string, string>) => {
    const faulty = faultyStep(kind, errors, step)
    if (faulty) setStep(faulty.step)
    form.setErrors(errors)
    setProblem(fault)
    showToast({ kind: 'error', ...fault })
    setFocusField(faulty?.fields[0] ?? null)
  }

  const errorsHere = (errors: Record<string, string>) => errorsOfStep(kind, step, errors, values)

  /** Every error of the form by the contract; none when the check could not be loaded, for the server repeats it. */
  const allErrors = async (signed: WizardValues) => {
    try {
      const { creationErrors } = await downloadChecks()
      return creationErrors(kind, signed, documents, new Date())
    } catch {
      return {}
    }
  }

  const create = async (signed: WizardValues) => {
    try {
      const made = await saving.whileStill(() =>
        onceRead(() =>
          authorisedRequest('POST /api/verifications', {
            json: creationInput(kind, signed, documents),
            idempotencyKey,
          }),
        ),
      )
      setCreated(made)
      showToast(createdToast(made))
    } catch (error) {
      const { errors, ...fault } = creationFailure(kind, error)
      // Told that an earlier attempt had arrived, whoever presses again wants another one.
      if (wasCreatedBefore(error)) setIdempotencyKey(newIdempotencyKey())
      if (isProofSpent(error)) form.setFieldValue('walletProofId', '')
      showFault(fault, errors)
    }
    void queryClient.invalidateQueries({ queryKey: verificationsKey })
    void queryClient.invalidateQueries({ queryKey: usageQuery.queryKey })
  }

  const advance = async () => {
    const signed = { ...values, signatureDate: signingDay() }
    const errors = await allErrors(signed)
    const here = step === 4 ? errors : errorsHere(errors)
    const fault = stepFault(kind, step, answersOf(signed, documents))
    const message = Object.values(here)[0]
    if (fault) return showFault(fault, errorsHere(errors))
    if (message) return showFault({ title: words.informationRequired, description: message }, here)
    form.clearErrors()
    if (step === 4) return create(signed)
    goTo(nextStep(step))
  }

  return {
    kind,
    step,
    form,
    created,
    problem,
    isBusy,
    draft: saving,
    previous() {
      if (step > 1) goTo(previousStep(step))
    },
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
function startingValues(draft: FoundDraft['draft']): WizardValues {
  const today = localDayOf(new Date())
  return draft ? { ...draft.values, signatureDate: today } : emptyWizard(today)
}

const nextStep = (step: WizardStep): WizardStep => (step === 1 ? 2 : step === 2 ? 3 : 4)

const previousStep = (step: WizardStep): WizardStep => (step === 4 ? 3 : step === 3 ? 2 : 1)
