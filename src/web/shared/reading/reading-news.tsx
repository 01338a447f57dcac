import { Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { takeNoPress } from '../steps/step-frame.tsx'
import { ReadingStatus } from './reading-status.tsx'
import type { IdReading } from './use-id-reading.ts'

/** What the server refused to have signed because the page hadn't shown it; one object for each refusal. */
export type Untold = { title: string; detail: string }

type ReadingNewsProps = {
  reading: IdReading
  /** Null where the page shows its refusals elsewhere. */
  untold: Untold | null
  mayDeclare: boolean
  isProven: boolean
  onBetter(): void
}

/** What became of the ID after its step was left, above the button that signs (READING-21). */
export default function ReadingNews({ reading, untold, ...status }: ReadingNewsProps) {
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
      <ReadingStatus {...status} state={state} onAgain={lookAgain} />
    </Stack>
  )
}
