import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toCreatedPath } from '../../../../contract/address.ts'
import type { CreationInput } from '../../../../contract/creation.ts'
import type { ProblemCode } from '../../../../contract/problem.ts'
import type { CreatedVerification } from '../../../../contract/verification.ts'
import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import createdWords from '../../../../words/en/created.ts'
import frameWords from '../../../../words/en/frame.ts'
import stepFaultWords from '../../../../words/en/step-faults.ts'
import words from '../../../../words/en/wizard.ts'
import { usageQuery } from '../../../api/account.ts'
import { readOnce } from '../../../api/documents.ts'
import { findProblem, RequestFailure } from '../../../api/request.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { makeCreatedLinkQuery, verificationsKey } from '../../../api/verifications.ts'
import { useStillHere } from '../../../shared/effects.ts'
import { focusField } from '../../../shared/focus.ts'
import { useIdleDownload } from '../../../shared/steps/step-frame.tsx'
import { useLeaveFor } from '../../../shared/steps/use-place.ts'
import { showToast, type Toast } from '../../../shared/ui/toast.ts'
import { makeIdempotencyKey } from './draft.ts'
import type { DraftSaving } from './use-draft-saving.ts'
import type { WizardForm } from './use-wizard-form.ts'
import {
  findFaultyStep,
  findPageFault,
  type PageFault,
  type WizardDocuments,
  type WizardStep,
} from './wizard-values.ts'

const downloadCreatedPage = () => import('../created/created-page.tsx')

/**
 * The creation of one verification, with the draft's idempotency key if it has one, and the navigation to the page of
 * its link.
 */
export function useCreation(kind: CreationInput['type'], userId: string, draftKey: string | undefined) {
  const queryClient = useQueryClient()
  const isHere = useStillHere()
  const [createdId, setCreatedId] = useState<string | null>(null)
  const [idempotencyKey, setIdempotencyKey] = useState(() => draftKey || makeIdempotencyKey())
  useLeaveFor(createdId && toCreatedPath({ id: createdId, type: kind }))
  useIdleDownload(downloadCreatedPage)

  /** Rejects when no verification was created, or the outcome is unknown. */
  const create = async (json: CreationInput, runWhileStill: DraftSaving['runWhileStill']) => {
    try {
      const made = await runWhileStill(() =>
        readOnce(
          () => sendAuthorisedRequest('POST /api/verifications', { json, idempotencyKey, userId }),
          isHere,
        ),
      )
      const { id, verificationLink, invitation } = made
      queryClient.setQueryData(makeCreatedLinkQuery(id).queryKey, {
        type: kind,
        status: 'pending',
        verificationLink,
        invitation: { state: invitation, at: null },
      })
      setCreatedId(id)
      showToast(makeCreatedToast(made))
    } catch (error) {
      // When an earlier attempt turned out to have arrived, pressing again creates another verification.
      if (wasCreatedBefore(error)) setIdempotencyKey(makeIdempotencyKey())
      throw error
    } finally {
      void queryClient.invalidateQueries({ queryKey: verificationsKey })
      void queryClient.invalidateQueries({ queryKey: usageQuery.queryKey })
    }
  }

  return { isCreated: createdId !== null, idempotencyKey, create }
}

/**
 * The toast for a created verification (CREATE-16, CREATE-15). The server creates the link with it; a response without
 * one means that the link could not be saved.
 */
export function makeCreatedToast({ verificationLink }: Pick<CreatedVerification, 'verificationLink'>): Toast {
  return verificationLink
    ? { kind: 'success', title: createdWords.title, description: words.createdText, isOnPage: true }
    : { kind: 'error', title: words.linkFailed, description: words.linkFailedText }
}

/** A failed creation: the text for the person, whether a plan would help, and the refused fields. */
type CreationFailure = {
  title: string
  description: string
  needsPlan?: true
  errors: Record<string, string>
}

/**
 * Explains a failed creation. The server's refusals keep their text; the person kind appends the reason (CREATE-15).
 */
export function toCreationFailure(kind: VerificationKind, error: unknown): CreationFailure {
  const errors: Record<string, string> = {}
  if (!(error instanceof RequestFailure) || (error.problem && error.problem.status >= 500)) {
    return { title: words.savingFailed, description: withReason(kind, error), errors }
  }
  if (wasCreatedBefore(error)) {
    return { title: words.createdBefore, description: words.createdBeforeText, errors }
  }
  const { problem, status } = error
  if (problem) {
    for (const { path, message } of problem.errors ?? []) errors[path] ??= message
    const first = Object.values(errors)[0]
    // The message of a field is more specific than the general one.
    const message = problem.code === 'validation_failed' ? first : undefined
    const description = message ?? problem.detail ?? words.savingFailedText
    return { title: problem.title, description, ...(status === 402 ? { needsPlan: true } : {}), errors }
  }
  return status === null
    ? { title: words.creatingFailed, description: frameWords.failure.connection, errors }
    : { title: words.savingFailed, description: withReason(kind, error), errors }
}

/** Whether an earlier attempt had arrived after all, with the data at that time. */
function wasCreatedBefore(error: unknown): boolean {
  return isRefusedWith(error, 'idempotency_key_reused')
}

/** Whether the wallet's proof in the draft can no longer be used: spent, or expired. */
export function isProofSpent(error: unknown): boolean {
  return isRefusedWith(error, 'wallet_proof_missing')
}

export function isRefusedWith(error: unknown, code: ProblemCode): boolean {
  return findProblem(error)?.code === code
}

function withReason(kind: VerificationKind, error: unknown): string {
  const reason = findProblem(error)?.title
  return kind === 'person' && reason ? words.savingFailedBecause({ reason }) : words.savingFailedText
}

type Explanation = { title: string; description: string; needsPlan?: true | undefined }

/** `fields` are the faulty fields of the step; empty where no field is faulty. */
export type StepProblem = Explanation & { fields: readonly string[] }

type Refusal = StepProblem & { step: WizardStep; isByServer: boolean }

type RefusalOptions = {
  kind: VerificationKind
  form: WizardForm
  documents: WizardDocuments
  step: WizardStep
  goTo(step: WizardStep): void
  isBusy: boolean
}

/** The refusal of the last attempt to leave a step, until it is corrected, with the focus on the faulty field. */
export function useRefusal({ kind, form, documents, step, goTo, isBusy }: RefusalOptions) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)

  // The step of the field may render a moment later; once the Back button is enabled again, it no longer takes the
  // focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for on each step until it is there.
  useEffect(() => {
    if (wanted && !isBusy && focusField(wanted)) setWanted(null)
  }, [wanted, isBusy, step])

  // A refusal without a faulty field ends with the next change; a field's error ends with the field's change.
  useMended(form, documents, () => setRefusal((known) => (known?.fields.length === 0 ? null : known)))

  return {
    problem:
      refusal?.step === step
        ? findRemaining(refusal, form.errors, findPageFault(kind, step, form.values, documents))
        : null,
    refuse(fault: Explanation, errors: Record<string, string>, isByServer = false) {
      const faulty = findFaultyStep(kind, errors, step)
      form.setErrors(errors)
      setRefusal({ ...fault, fields: faulty?.fields ?? [], step: faulty?.step ?? step, isByServer })
      setWanted(faulty?.fields[0] ?? null)
      if (faulty) goTo(faulty.step)
    },
    show(field: string) {
      const place = findFaultyStep(kind, { [field]: '' }, step)
      if (!place) return
      setWanted(field)
      goTo(place.step)
    },
    forget() {
      form.clearErrors()
      setRefusal(null)
    },
  }
}

/** The remaining part of a refusal: its fields that still have an error, with the text of the first failing check. */
function findRemaining(
  { title, description, needsPlan, fields, isByServer }: Refusal,
  errors: Record<string, unknown>,
  fault: PageFault | null,
): StepProblem | null {
  if (fields.length === 0) return { title, description, needsPlan, fields }
  const left = fields.filter((field) => errors[field])
  const first = left[0] === undefined ? undefined : errors[left[0]]
  if (first === undefined) return null
  if (isByServer) return { title, description, fields: left }
  return { ...describeFault(fault, first), fields: left }
}

/** The text of a step's failed check; without one, the error of the field. */
export function describeFault(fault: PageFault | null, error: unknown): Explanation {
  if (!fault) return { title: words.informationRequired, description: String(error) }
  const { title, detail } = stepFaultWords[fault]
  return { title, description: detail }
}

/** Clears the error of a field when the person changes it. */
function useMended(form: WizardForm, { selfie, id }: WizardDocuments, onMended: () => void): void {
  const { values } = form
  const mend = useEffectEvent(onMended)
  const clear = useEffectEvent(form.clearFieldError)
  useEffect(() => {
    if (values) mend()
  }, [values])
  useEffect(() => {
    if (selfie) clear('selfieDocumentId')
    if (id) clear('idDocumentId')
    if (selfie || id) mend()
  }, [selfie, id])
}
