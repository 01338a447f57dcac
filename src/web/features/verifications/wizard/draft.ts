import { productName } from '../../../../domain/product.ts'
import { type VerificationKind, verificationKinds } from '../../../../domain/verification/kind.ts'
import { tabStorage } from '../../../shared/forms/tab-storage.ts'
import { type WizardStep, wizardSteps } from './wizard-steps.ts'
import type { WizardValues } from './wizard-values.ts'

/** An unfinished wizard, as this tab keeps it over a reload. Documents by id only: no image is ever kept here. */
export type Draft = {
  step: WizardStep
  values: WizardValues
  selfieDocumentId: string | null
  idDocumentId: string | null
  /** Names the creation that this draft becomes. `null` in a draft that was kept without one. */
  idempotencyKey: string | null
}

const keyOf = (kind: VerificationKind) => `${productName.toLowerCase()}.draft.${kind}`

export function keepDraft(kind: VerificationKind, userId: string, draft: Draft): void {
  tabStorage.write(keyOf(kind), { userId, ...draft })
}

export function dropDraft(kind: VerificationKind): void {
  tabStorage.drop(keyOf(kind))
}

/** Forgets both drafts, as when somebody signs out. */
export function dropDrafts(): void {
  for (const kind of verificationKinds) dropDraft(kind)
}

/** The draft that this person left in this tab, or `null`. */
export function readDraft(kind: VerificationKind, userId: string, empty: WizardValues): Draft | null {
  return draftIn(tabStorage.read(keyOf(kind)), userId, empty)
}

/** A stored value as a draft; `null` when it is another person's or no draft at all. Fields it lacks or garbles are empty. */
export function draftIn(stored: unknown, userId: string, empty: WizardValues): Draft | null {
  if (!isRecord(stored) || stored['userId'] !== userId || !isRecord(stored['values'])) return null
  const typed = stored['values']
  const values = Object.fromEntries(
    Object.entries(empty).map(([field, initial]) => {
      const value = typed[field]
      return [field, typeof value === typeof initial ? value : initial]
    }),
  ) as WizardValues
  return {
    step: wizardSteps.find((step) => step === stored['step']) ?? 1,
    values,
    selfieDocumentId: text(stored['selfieDocumentId']),
    idDocumentId: text(stored['idDocumentId']),
    idempotencyKey: text(stored['idempotencyKey']),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
