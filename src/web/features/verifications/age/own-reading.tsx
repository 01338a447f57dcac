import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isCalendarDate } from '../../../../domain/calendar-date.ts'
import { profileQuery } from '../../../api/account.ts'
import { callOwnReading } from '../../../api/evidence.ts'
import { keptProofQuery } from '../../../api/kept-proof.ts'
import { KeepProof } from '../../../shared/kept-proof/keep-proof.tsx'
import { findShownOutcome, ReadingStatus, useReading } from '../../../shared/reading/reading-status.tsx'
import { takeNoPress } from '../../../shared/steps/step-frame.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import type { WizardForm } from '../wizard/wizard-values.ts'

/** The outcome of reading a document that the page displayed; empty for none. */
export type ShownReading = { documentId: string; outcome: string }

export type OwnReadingProps = {
  form: WizardForm
  id: Upload
  shown: ShownReading | null
  onShown(shown: ShownReading): void
}

/** Shows the result of reading the creator's ID, compared with the data of the first step. */
export default function OwnReading({ form, id, onShown }: OwnReadingProps) {
  const { fullName, dateOfBirth } = form.values
  const { state, outcome, lookAgain } = useOwnReading({ form, id, onShown })
  const queries = useQueryClient()
  const { data: profile } = useQuery(profileQuery)
  const read = state.phase === 'known' && outcome === 'read' ? state.reading : null
  return (
    <>
      <ReadingStatus state={state} mayDeclare onBetter={id.clear} onAgain={lookAgain} />
      {/* A kept reading is used for the birth date of the profile. */}
      {read && profile?.dateOfBirth === dateOfBirth ? (
        <KeepProof
          key={read.documentId}
          documentId={read.documentId}
          fullName={fullName}
          dateOfBirth={dateOfBirth}
          onKept={(kept) => queries.setQueryData(keptProofQuery.queryKey, kept)}
        />
      ) : null}
    </>
  )
}

/** What became of the ID after its step was left, above the button that makes the link (READING-21). */
export function OwnReadingNews({
  form,
  id,
  shown,
  onShown,
  onBetter,
}: OwnReadingProps & { onBetter(): void }) {
  const [before] = useState(shown)
  const { state, outcome, lookAgain } = useOwnReading({ form, id, onShown })
  const part = useRef<HTMLDivElement>(null)
  const documentId = id.state.phase === 'stored' ? id.state.document.id : null
  const wasSeen = outcome !== '' && before?.documentId === documentId && before?.outcome === outcome
  useEffect(() => {
    if (outcome) takeNoPress(part.current)
  }, [outcome])
  return (
    <div ref={part}>
      {state.phase === 'known' && !wasSeen ? (
        <ReadingStatus state={state} mayDeclare onBetter={onBetter} onAgain={lookAgain} />
      ) : null}
    </div>
  )
}

function useOwnReading({ form, id, onShown }: Omit<OwnReadingProps, 'shown'>) {
  const { fullName, dateOfBirth, signatureDate: today } = form.values
  const calls = useMemo(() => {
    const isTyped = fullName.trim() !== '' && isCalendarDate(dateOfBirth) && isCalendarDate(today)
    return isTyped ? callOwnReading({ fullName, dateOfBirth, today }) : null
  }, [fullName, dateOfBirth, today])
  const documentId = id.state.phase === 'stored' ? id.state.document.id : null
  const { state, lookAgain } = useReading(documentId, calls)
  const outcome = findShownOutcome(state, documentId)
  const tell = useEffectEvent(onShown)
  const isAnswered = state.phase === 'known' || state.phase === 'failed'
  useEffect(() => {
    if (documentId && isAnswered) tell({ documentId, outcome })
  }, [documentId, isAnswered, outcome])
  return { state, outcome, lookAgain }
}
