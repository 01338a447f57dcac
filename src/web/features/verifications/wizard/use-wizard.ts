import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ShownConsentText } from '../../../../contract/verification.ts'
import type { CalendarDate } from '../../../../domain/calendar-date.ts'
import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import stepFaultWords from '../../../../words/en/step-faults.ts'
import { profileQuery } from '../../../api/account.ts'
import { consentTextKey, makeConsentTextQuery } from '../../../api/verifications.ts'
import { useAction } from '../../../shared/effects.ts'
import { useIdleDownload } from '../../../shared/steps/step-frame.tsx'
import { useStepsInHistory } from '../../../shared/steps/use-place.ts'
import { onLookAtDay, toLocalDay } from '../../../shared/time/local-day.ts'
import {
  describeFault,
  isProofSpent,
  isRefusedWith,
  type StepProblem,
  toCreationFailure,
  useCreation,
  useRefusal,
} from './use-creation.ts'
import { type BeginAgain, type DraftSaving, type FoundDraft, useDraftSaving } from './use-draft-saving.ts'
import { useWizardForm, type WizardForm } from './use-wizard-form.ts'
import {
  findPageFault,
  makeCreationInput,
  makeEmptyWizard,
  nameProofFault,
  pickErrorsOfStep,
  pickOwnParts,
  toValidity,
  type WizardDocuments,
  type WizardStep,
  type WizardValues,
  wizardSteps,
} from './wizard-values.ts'

const downloadChecks = () => import('./creation-errors.ts')

export type Wizard = {
  kind: VerificationKind
  step: WizardStep
  form: WizardForm
  /** The text to sign; null while it is loading. */
  text: ShownConsentText | null
  /** The sentences of it, which are the same for every validity. */
  statements: ShownConsentText | null
  /** The verification exists, and the page of its link is loading. */
  isCreated: boolean
  /** The refusal of the last attempt to continue, until the next attempt. */
  problem: StepProblem | null
  isBusy: boolean
  draft: DraftSaving
  /** Goes to the step of a field, and focuses it. */
  show(field: keyof WizardValues): void
  previous(): void
  /** Leaves the step when its checks pass; on the last step creates the verification. */
  next(): void
}

type WizardOptions = {
  kind: VerificationKind
  userId: string
  found: FoundDraft
  begin: BeginAgain
  documents: WizardDocuments
  /** The known ids of the files, including a file that is still being fetched. */
  files?: { selfieDocumentId: string | null; idDocumentId: string | null }
  /** Finds the displayed outcome of reading the creator's ID; empty for none. */
  findShownReading?(): string
  /** Another outcome stands than the page had shown. */
  onReadingUntold?(): void
}

const noFiles = { selfieDocumentId: null, idDocumentId: null }

/** Four steps towards one verification: the typed data, its errors, and the creation at the end. */
export function useWizard(options: WizardOptions): Wizard {
  const { kind, userId, found, begin, documents, files = noFiles } = options
  const { draft } = found
  // The browser's history can't go beyond the furthest step reached.
  const [reached, setReached] = useState<WizardStep>(draft ? 4 : 1)
  const { step, goTo, previous } = useStepsInHistory<WizardStep>(wizardSteps, draft?.step ?? 1, reached)
  const { isCreated, idempotencyKey, create } = useCreation(kind, userId, draft?.idempotencyKey)
  const form = useWizardForm(makeStartingValues(draft))
  const { values } = form
  const { text, statements, forgetText } = useConsentText(kind, values)
  const isEdited =
    draft !== null || form.isEdited || step > 1 || documents.selfie !== null || documents.id !== null
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
  const { isBusy, run } = useAction((error) => {
    const { errors, ...fault } = toCreationFailure(kind, error)
    if (isRefusedWith(error, 'reading_untold')) options.onReadingUntold?.()
    if (isRefusedWith(error, 'consent_text_changed')) forgetText()
    // A value that changes takes a refusal without a field with it, so each of these names its field.
    if (isRefusedWith(error, 'kept_proof_unusable')) {
      form.setFieldValue('keptProofId', '')
      refuse(fault, { selfieDocumentId: fault.description }, true)
    } else if (isProofSpent(error) || isRefusedWith(error, 'step_sign_date_id')) {
      // Also a proof that no longer replaces the ID, because the name was changed.
      form.setFieldValue('walletProofId', '')
      const description = nameProof(fault.description, values)
      refuse({ ...fault, description }, { idDocumentId: description }, true)
    } else refuse(fault, errors, true)
    return null
  })
  const { problem, refuse, forget, show } = useRefusal({ kind, form, documents, step, goTo, isBusy })

  const advance = async () => {
    const signed = { ...values, signatureDate: signingDay() }
    const errors = await collectErrors(kind, signed, documents)
    const ofStep = pickErrorsOfStep(kind, step, errors, values)
    if (ofStep['idDocumentId']) ofStep['idDocumentId'] = nameProof(ofStep['idDocumentId'], signed)
    const here = step === 4 ? errors : ofStep
    const fault = findPageFault(kind, step, signed, documents)
    const message = Object.values(here)[0]
    if (fault || message) return refuse(describeFault(fault, message), fault ? ofStep : here)
    forget()
    if (step === 4)
      return create(
        makeCreationInput(kind, signed, documents, text, options.findShownReading?.()),
        saving.runWhileStill,
      )
    // Steps count from 1.
    const target = wizardSteps[step]
    setReached((known) => pickFurthest(known, target))
    goTo(target)
  }

  return {
    kind,
    step,
    form,
    text,
    statements,
    isCreated,
    problem,
    isBusy,
    draft: saving,
    show,
    previous,
    next: () => void run(advance),
  }
}

/** The text to sign, in the language of the page, and a function that fetches it anew. */
function useConsentText(kind: VerificationKind, values: WizardValues) {
  const queryClient = useQueryClient()
  const query = { ...makeConsentTextQuery(kind, toValidity(values)), placeholderData: keepPreviousData }
  const { data, isPlaceholderData } = useQuery(query)
  return {
    text: isPlaceholderData ? null : (data ?? null),
    statements: data ?? null,
    forgetText: () => void queryClient.invalidateQueries({ queryKey: consentTextKey }),
  }
}

/** Why the ID is missing, which asks for none where only a proof is taken. */
function nameProof(description: string, values: WizardValues): string {
  return pickOwnParts(values).takesId ? description : stepFaultWords[nameProofFault(values)].detail
}

/** The values of the draft with today's date; without a draft only the date. */
function makeStartingValues(draft: FoundDraft['draft']): WizardValues {
  const today = toLocalDay(new Date())
  return draft ? { ...draft.values, signatureDate: today } : makeEmptyWizard(today)
}

/**
 * Every error of the form by the contract; empty when the schemas couldn't be loaded, because the server checks again.
 */
async function collectErrors(kind: VerificationKind, signed: WizardValues, documents: WizardDocuments) {
  try {
    const { collectCreationErrors } = await downloadChecks()
    return collectCreationErrors(kind, signed, documents, new Date())
  } catch {
    return {}
  }
}

const pickFurthest = (one: WizardStep, other: WizardStep) => (one > other ? one : other)

/** Fills in the account's name and birth date where the fields are still empty and not focused (CREATE-25). */
export function useProfileNames(form: WizardForm) {
  const { data: profile } = useQuery(profileQuery)
  const isFilledRef = useRef(false)
  // The state of a layout effect is rendered before the next paint: no field can be focused in between.
  useLayoutEffect(() => {
    if (!profile || isFilledRef.current) return
    // A person typing in the field would mix their text with the inserted one.
    if (document.activeElement?.matches('[data-path="fullName"], [data-path="dateOfBirth"]')) return
    isFilledRef.current = true
    const { fullName, dateOfBirth } = form.getValues()
    if (fullName !== '' || dateOfBirth !== '') return
    form.fillIn({ fullName: profile.fullName, dateOfBirth: profile.dateOfBirth ?? '' })
  }, [profile, form])
}

/**
 * Keeps the signature's date on today, even in a page that stays open over midnight. Returns a function that updates it
 * at once and returns the date, for the moment of signing.
 */
function useSigningDay(form: WizardForm): () => CalendarDate {
  const filledIn = useRef(form.values.signatureDate)
  const moveOn = () => {
    const date = form.getValues().signatureDate
    const moved = moveToToday({ date, filledIn: filledIn.current }, toLocalDay(new Date()))
    filledIn.current = moved.filledIn
    if (moved.date !== date) form.setFieldValue('signatureDate', moved.date)
    return moved.date
  }
  const look = useEffectEvent(() => void moveOn())
  useEffect(() => onLookAtDay(() => look()), [])
  return moveOn
}

/** The field of a signature's date: its value, and the prefilled day. */
type SigningDay = { date: CalendarDate; filledIn: CalendarDate }

/** The field as it should be today: a prefilled day moves with the calendar, a typed one stays. */
export function moveToToday({ date, filledIn }: SigningDay, today: CalendarDate): SigningDay {
  return date === filledIn ? { date: today, filledIn: today } : { date, filledIn }
}
