import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import words from '../../../words/en/owner.ts'
import { RequestFailure } from '../../api/request.ts'
import { ErrorCard } from '../../shared/ui/error-card.tsx'

/** The path back to the history, with the tab that led to the record. */
export function useHistoryPath(): string {
  const { state } = useLocation()
  return `/history${typeof state?.history === 'string' ? state.history : ''}`
}

type RecordFailedProps = { fault: RecordFault; isTrying?: boolean; onTry?: () => void }

/** The page of a verification that can't be opened (OWNER-8). */
export function RecordFailed({ fault, isTrying = false, onTry }: RecordFailedProps) {
  const historyPath = useHistoryPath()
  return (
    <ErrorCard
      order={1}
      title={words.errorTitle}
      action={
        <>
          <Button component={Link} to={historyPath}>
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

/** The reason why an owner's view can't be opened, and whether a retry may help. */
type RecordFault = { message: string; canRetry: boolean }

/**
 * Explains why a record couldn't be loaded. A record without permission is reported as not found, so both use the text
 * of the view.
 */
export function toRecordFault(error: unknown, notFound: string): RecordFault {
  if (!(error instanceof RequestFailure)) return { message: words.unexpected, canRetry: true }
  if (error.status === 404 || error.status === 403) return { message: notFound, canRetry: false }
  if (error.problem?.code === 'unexpected_failure') return { message: words.unexpected, canRetry: true }
  return { message: words.notLoaded, canRetry: true }
}
