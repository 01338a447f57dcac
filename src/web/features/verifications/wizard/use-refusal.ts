import { useEffect, useState } from 'react'
import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import { findStepFault, type StepFault } from '../../../../domain/verification/wizard.ts'
import stepFaultWords from '../../../../words/en/step-faults.ts'
import words from '../../../../words/en/wizard.ts'
import { focusField } from '../../../shared/forms/focus-field.ts'
import { useMended } from './use-mended.ts'
import type { WizardForm } from './wizard-form.ts'
import { findFaultyStep, type WizardStep } from './wizard-steps.ts'
import { toAnswers, type WizardDocuments } from './wizard-values.ts'

/** What is said of a refusal. */
type Said = { title: string; description: string; needsPlan?: true | undefined }

/** `fields` are those of the step that are still at fault; none where no field is. */
export type Problem = Said & { fields: readonly string[] }

type Refusal = Problem & { step: WizardStep; isByServer: boolean }

type RefusalOptions = {
  kind: VerificationKind
  form: WizardForm
  documents: WizardDocuments
  step: WizardStep
  goTo(step: WizardStep): void
  isBusy: boolean
}

/** What stood in the way of the last attempt to go on from a step, until it is mended, and the way to the field that is at fault. */
export function useRefusal({ kind, form, documents, step, goTo, isBusy }: RefusalOptions) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)

  // The step that it is on may come a moment later; once the way back is free again, no button takes the focus along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for on each step until it is there.
  useEffect(() => {
    if (wanted && !isBusy && focusField(wanted)) setWanted(null)
  }, [wanted, isBusy, step])

  // What no field is at fault for is over with the next change; a field's own error goes with the field.
  useMended(form, documents, () => setRefusal((known) => (known?.fields.length === 0 ? null : known)))

  return {
    problem:
      refusal?.step === step
        ? findStanding(refusal, form.errors, findStepFault(kind, step, toAnswers(form.values, documents)))
        : null,
    refuse(fault: Said, errors: Record<string, string>, isByServer = false) {
      const faulty = findFaultyStep(kind, errors, step)
      form.setErrors(errors)
      setRefusal({ ...fault, fields: faulty?.fields ?? [], step: faulty?.step ?? step, isByServer })
      setWanted(faulty?.fields[0] ?? null)
      if (faulty) goTo(faulty.step)
    },
    forget() {
      form.clearErrors()
      setRefusal(null)
    },
  }
}

/** What is left of a refusal: its fields that were not mended, in the words of the first check that still fails. */
function findStanding(
  { title, description, needsPlan, fields, isByServer }: Refusal,
  errors: Record<string, unknown>,
  fault: StepFault | null,
): Problem | null {
  if (fields.length === 0) return { title, description, needsPlan, fields }
  const left = fields.filter((field) => errors[field])
  const first = left[0] === undefined ? undefined : errors[left[0]]
  if (first === undefined) return null
  if (isByServer) return { title, description, fields: left }
  return { ...describeFault(fault, first), fields: left }
}

/** What the failed check of a step says; where none failed, what the error of a field does. */
export function describeFault(fault: StepFault | null, error: unknown): Said {
  if (!fault) return { title: words.informationRequired, description: String(error) }
  const { title, detail } = stepFaultWords[fault]
  return { title, description: detail }
}
