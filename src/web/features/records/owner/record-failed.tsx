import { Button } from '@mantine/core'
import { Link } from 'react-router'
import words from '../../../../words/en/owner.ts'
import { ErrorCard } from '../../../shared/ui/error-card.tsx'
import type { RecordFault } from './record-fault.ts'

type RecordFailedProps = { fault: RecordFault; isTrying?: boolean; onTry?: () => void }

/** The page of a verification that does not open (OWNER-8). */
export function RecordFailed({ fault, isTrying = false, onTry }: RecordFailedProps) {
  return (
    <ErrorCard
      order={1}
      title={words.errorTitle}
      action={
        <>
          <Button component={Link} to="/history">
            {words.returnToHistory}
          </Button>
          {fault.canRetry && onTry ? (
            <Button variant="default" loading={isTrying} onClick={onTry}>
              {words.tryAgain}
            </Button>
          ) : null}
        </>
      }
    >
      {fault.message}
    </ErrorCard>
  )
}
