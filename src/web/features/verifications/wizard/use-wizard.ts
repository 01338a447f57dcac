import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createdPath } from '../../../../contract/owner-path.ts'
import type { VerificationKind } from '../../../../domain/verification/kind.ts'
import { type StepFault, stepFault } from '../../../../domain/verification/wizard.ts'
import { stepFaultWords } from '../../../../words/step-faults.ts'
import { authorisedRequest } from '../../../api/authorised-request.ts'
import { usageQuery } from '../../../api/usage.ts'
import { createdLinkQuery, verificationsKey } from '../../../api/verifications.ts'
import { focusField } from '../../../shared/forms/focus-field.ts'
import { onceRead } from '../../../shared/reading/once-read.ts'
import { useLeaveFor } from '../../../shared/steps/use-leave-for.ts'
import { useStepsInHistory } from '../../../shared/steps/use-steps-in-history.ts'
import { toLocalDay } from '../../../shared/time/local-day.ts'
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
import { errorsOfStep, faultyStep, type WizardStep, wizardSteps } from './wizard-steps.ts'
import {
  creationInput,
  emptyWizard,
  toAnswers,
  type WizardDocuments,
  type WizardValues,
} from './wizard-values.ts'
import { wizardWords as words } from './wizard-words.ts'

const downloadCreatedPage = () => import('../created/created-page.tsx')

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

/** What is said of a refusal. */
type Said = { title: string; description: string }

/** `fields` are those of the step that are still at fault; none where no field is. */
type Problem = Said & { fields: readonly string[] }

type Refusal = Problem & { step: WizardStep; isByServer: boolean }

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
  const [createdId, setCreatedId] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [idempotencyKey, setIdempotencyKey] = useState(() => draft?.idempotencyKey || newIdempotencyKey())
  const [wanted, setWanted] = useState<string | null>(null)
  const isBusyRef = useRef(false)
  // A history that is older than what is typed leads no further than one has come.
  const [reached, setReached] = useState<WizardStep>(draft ? 4 : 1)
  const { step, goTo, previous } = useStepsInHistory<WizardStep>(wizardSteps, draft?.step ?? 1, reached)
  useLeaveFor(createdId && createdPath({ id: createdId, type: kind }))
  const form = useForm<WizardValues>({
    mode: 'controlled',
    initialValues: startingValues(draft),
  })
  const { values } = form
  const isEdited =
    draft !== null || form.isDirty() || step > 1 || documents.selfie !== null || documents.id !== null
  useIdleDownload(downloadChecks)
  useIdleDownload(downloadCreatedPage)
  useProfileNames(form)
  const signingDay = useSigningDay(form)

  const saving = useDraftSaving({
    kind,
    userId,
    found,
    begin,
    content: { step, values, idempotencyKey, ...files },
    isKept: isEdited && createdId === null,
  })

  // The step that it is on may come a moment later; once the way back is free again, no button takes the focus along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for on each step until it is there.
  useEffect(() => {
    if (wanted && !isBusy && focusField(wanted)) setWanted(null)
  }, [wanted, isBusy, step])

  // What no field is at fault for is over with the next change; a field's own error goes with the field.
  useMended({
    form,
    documents,
    onMended: () => setRefusal((known) => (known?.fields.length === 0 ? null : known)),
  })

  const showFault = (fault: Said, errors: Record<string, string>, isByServer = false) => {
    const faulty = faultyStep(kind, errors, step)
    form.setErrors(errors)
    setRefusal({ ...fault, fields: faulty?.fields ?? [], step: faulty?.step ?? step, isByServer })
    setWanted(faulty?.fields[0] ?? null)
    if (faulty) goTo(faulty.step)
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
      const { id, verificationLink, invitation } = made
      queryClient.setQueryData(createdLinkQuery(id).queryKey, {
        type: kind,
        status: 'pending',
        verificationLink,
        invitation: { state: invitation, at: null },
      })
      setCreatedId(id)
      showToast(createdToast(made))
    } catch (error) {
      const { errors, ...fault } = creationFailure(kind, error)
      // Told that an earlier attempt had arrived, whoever presses again wants another one.
      if (wasCreatedBefore(error)) setIdempotencyKey(newIdempotencyKey())
      if (isProofSpent(error)) form.setFieldValue('walletProofId', '')
      showFault(fault, errors, true)
    }
    void queryClient.invalidateQueries({ queryKey: verificationsKey })
    void queryClient.invalidateQueries({ queryKey: usageQuery.queryKey })
  }

  const advance = async () => {
    const signed = { ...values, signatureDate: signingDay() }
    const errors = await allErrors(signed)
    const here = step === 4 ? errors : errorsHere(errors)
    const fault = stepFault(kind, step, toAnswers(signed, documents))
    const message = Object.values(here)[0]
    if (fault) return showFault(describeStepFault(fault), errorsHere(errors))
    if (message) return showFault({ title: words.informationRequired, description: message }, here)
    form.clearErrors()
    setRefusal(null)
    if (step === 4) return create(signed)
    const target = nextStep(step)
    setReached((known) => furthest(known, target))
    goTo(target)
  }

  return {
    kind,
    step,
    form,
    isCreated: createdId !== null,
    problem:
      refusal?.step === step
        ? stillStanding(refusal, form.errors, stepFault(kind, step, toAnswers(values, documents)))
        : null,
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
function startingValues(draft: FoundDraft['draft']): WizardValues {
  const today = toLocalDay(new Date())
  return draft ? { ...draft.values, signatureDate: today } : emptyWizard(today)
}

const nextStep = (step: WizardStep): WizardStep => (step === 1 ? 2 : step === 2 ? 3 : 4)

const furthest = (one: WizardStep, other: WizardStep) => (one > other ? one : other)

/** What is left of a refusal: its fields that were not mended, in the words of the first check that still fails. */
function stillStanding(
  { title, description, fields, isByServer }: Refusal,
  errors: Record<string, unknown>,
  fault: StepFault | null,
): Problem | null {
  if (fields.length === 0) return { title, description, fields }
  const left = fields.filter((field) => errors[field])
  const first = left[0] === undefined ? undefined : errors[left[0]]
  if (first === undefined) return null
  if (isByServer) return { title, description, fields: left }
  const said = fault
    ? describeStepFault(fault)
    : { title: words.informationRequired, description: String(first) }
  return { ...said, fields: left }
}

function describeStepFault(fault: StepFault): Said {
  const { title, detail } = stepFaultWords[fault]
  return { title, description: detail }
}
