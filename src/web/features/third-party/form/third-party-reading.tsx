import { useEffect, useMemo } from 'react'
import { callThirdPartyReading } from '../../../api/document-readings.ts'
import type { ThirdPartyAccess } from '../../../api/third-party.ts'
import { ReadingStatus } from '../../../shared/reading/reading-status.tsx'
import { useReading } from '../../../shared/reading/use-reading.ts'
import { toLocalDay } from '../../../shared/time/local-day.ts'
import type { Upload } from '../../../shared/upload/use-upload.ts'

type ThirdPartyReadingProps = {
  id: Upload
  access: ThirdPartyAccess
  mayDeclare: boolean
  /** What the ID says is known now. */
  onRead(): void
  onUnderAge(): void
}

/** What a program reads in the ID that the third party uploaded. */
export function ThirdPartyReading({ id, access, mayDeclare, onRead, onUnderAge }: ThirdPartyReadingProps) {
  const calls = useMemo(() => callThirdPartyReading(access, toLocalDay(new Date())), [access])
  const documentId = id.state.phase === 'stored' ? id.state.document.id : null
  const { state, lookAgain: again } = useReading(documentId, calls)
  const outcome = state.phase === 'known' ? state.reading.outcome : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each document and what became of it.
  useEffect(() => {
    if (outcome === 'read' || outcome === 'name_differs') onRead()
    if (outcome === 'under_age') onUnderAge()
  }, [documentId, outcome])
  return <ReadingStatus state={state} mayDeclare={mayDeclare} onBetter={id.clear} onAgain={again} />
}
