import { Alert, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Shared } from '../../../../domain/record/record.ts'
import { ownOddityWords } from '../../../../words/record.ts'
import { takeNoPress } from '../../../shared/steps/step-frame.tsx'

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
