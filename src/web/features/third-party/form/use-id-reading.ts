import { useEffect, useMemo, useState } from 'react'
import { callThirdPartyReading } from '../../../api/evidence.ts'
import type { ThirdPartyAccess } from '../../../api/third-party.ts'
import { findShownOutcome, type ReadingState, useReading } from '../../../shared/reading/reading-status.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import type { FormStepName } from './third-party-answers.ts'

export type IdReading = {
  state: ReadingState
  lookAgain(): void
  /** The outcome that the page displays where they sign, or displayed at the ID's step before; empty for none. */
  outcome: string
  /** Whether the ID's step hasn't displayed this state, so that it has to be displayed where they sign. */
  isNews: boolean
}

type ReadingEvents = { onRead(): void; onUnderAge(): void }

/** The reading of the third party's ID, which goes on while another step is shown (READING-21). */
export function useIdReading(
  { state: id }: Upload,
  access: ThirdPartyAccess,
  step: FormStepName,
  { onRead, onUnderAge }: ReadingEvents,
): IdReading {
  const calls = useMemo(() => callThirdPartyReading(access), [access])
  const documentId = id.phase === 'stored' ? id.document.id : null
  const { state, lookAgain } = useReading(documentId, calls)
  const outcome = findShownOutcome(state, documentId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each document and what became of it.
  useEffect(() => {
    if (outcome === 'read' || outcome === 'name_differs') onRead()
    if (outcome === 'under_age') onUnderAge()
  }, [documentId, outcome])
  const end = outcome || state.phase === 'failed' ? `${documentId} ${state.phase} ${outcome}` : null
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => {
    if (step === 'age' && end) setSeen(end)
  }, [step, end])
  const isOff = state.phase === 'failed' && state.failure.problem?.code === 'reading_off'
  return {
    state,
    lookAgain,
    outcome,
    isNews: documentId !== null && !isOff && (end === null || end !== seen),
  }
}
