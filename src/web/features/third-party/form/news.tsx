import { Alert, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Shared } from '../../../../domain/record/record.ts'
import { ownOddityWords } from '../../../../words/record.ts'
import { ReadingStatus } from '../../../shared/reading/reading-status.tsx'
import { takeNoPress } from '../../../shared/steps/step-frame.tsx'
import type { IdReading } from './use-id-reading.ts'

/** What the server refused to have signed because the page hadn't shown it; one object for each refusal. */
export type Untold = { title: string; detail: string }

type ReadingNewsProps = {
  reading: IdReading
  untold: Untold | null
  mayDeclare: boolean
  onBetter(): void
}

/** What became of the ID after its step was left, above the button that signs (READING-21). */
export function ReadingNews({ reading, untold, mayDeclare, onBetter }: ReadingNewsProps) {
  const part = useRef<HTMLDivElement>(null)
  const { state, outcome, lookAgain } = reading
  useEffect(() => {
    if (outcome) takeNoPress(part.current)
  }, [outcome])
  useEffect(() => {
    if (untold) part.current?.focus()
  }, [untold])
  return (
    <Stack ref={part} tabIndex={-1} gap="xs">
      {untold ? (
        <div>
          <Text fw={600}>{untold.title}</Text>
          <Text size="sm">{untold.detail}</Text>
        </div>
      ) : null}
      <ReadingStatus state={state} mayDeclare={mayDeclare} onBetter={onBetter} onAgain={lookAgain} />
    </Stack>
  )
}

/** The things that both people share and that the page hadn't shown before the press (EVIDENCE-19). */
export function SharedNews({ told }: { told: readonly Shared[] }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (told.length === 0) return
    takeNoPress(part.current)
    part.current?.focus()
  }, [told])
  if (told.length === 0) return null
  return (
    <Stack ref={part} tabIndex={-1} gap="xs">
      {told.map((each) => (
        <Alert key={each} mod="request" role="none">
          {ownOddityWords.untold[each]}
        </Alert>
      ))}
    </Stack>
  )
}
