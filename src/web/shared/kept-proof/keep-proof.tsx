import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { KeptProofView } from '../../../contract/kept-proof.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import words from '../../../words/en/kept-proof.ts'
import { describeFailure } from '../../api/request.ts'
import { sendAuthorisedRequest } from '../../api/session.ts'
import { useAction } from '../effects.ts'
import { describeDay } from '../time/moment.tsx'
import { Failure } from '../ui/failure.tsx'

type KeepProofProps = {
  documentId: string
  fullName: string
  /** Null for a third party, who types none. */
  dateOfBirth: CalendarDate | null
  onKept?(kept: KeptProofView): void
}

/** Offers to keep the reading of the account's own ID, after describing the kept data (ONCE-7). */
export function KeepProof({ onKept, ...claims }: KeepProofProps) {
  const [kept, setKept] = useState<KeptProofView | null>(null)
  const { isBusy, failure, run } = useAction(describeFailure)
  const keep = () =>
    run(async () => {
      const answer = await sendAuthorisedRequest('PUT /api/kept-proof', { json: claims })
      setKept(answer.kept)
      onKept?.(answer.kept)
    })
  if (kept)
    return (
      <Text size="sm" role="status">
        {words.keptUntil({ day: describeDay(kept.endsOn) })}
      </Text>
    )
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        {words.keepLead}
      </Text>
      <Button size="sm" variant="default" loading={isBusy} onClick={() => void keep()}>
        {words.keep}
      </Button>
      {failure ? <Failure title={words.notKept}>{failure}</Failure> : null}
    </Stack>
  )
}
