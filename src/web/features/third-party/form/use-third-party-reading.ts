import { useEffect, useMemo } from 'react'
import { callThirdPartyReading } from '../../../api/evidence.ts'
import type { ThirdPartyAccess } from '../../../api/third-party.ts'
import { type IdReading, useIdReading } from '../../../shared/reading/use-id-reading.ts'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import type { FormStepName } from './third-party-answers.ts'

type ReadingEvents = { onRead(): void; onUnderAge(): void }

/** The reading of the third party's ID, and what follows from its outcome. */
export function useThirdPartyReading(
  id: Upload,
  access: ThirdPartyAccess,
  step: FormStepName,
  { onRead, onUnderAge }: ReadingEvents,
): IdReading {
  const calls = useMemo(() => callThirdPartyReading(access), [access])
  const reading = useIdReading(id, calls)
  const { documentId, outcome, see } = reading
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each document and what became of it.
  useEffect(() => {
    if (outcome === 'read' || outcome === 'name_differs') onRead()
    if (outcome === 'under_age') onUnderAge()
  }, [documentId, outcome])
  useEffect(() => {
    if (step === 'age') see()
  }, [step, see])
  return reading
}
