import words from '../../../../words/en/owner.ts'
import { RequestFailure } from '../../../api/request.ts'

/** Why an owner's view does not open, and whether trying again may help. */
export type RecordFault = { message: string; canRetry: boolean }

/** What a failed look at a record means. What one may not see does not exist, so both answer in the words of the view. */
export function toRecordFault(error: unknown, notFound: string): RecordFault {
  if (!(error instanceof RequestFailure)) return { message: words.unexpected, canRetry: true }
  if (error.status === 404 || error.status === 403) return { message: notFound, canRetry: false }
  if (error.problem?.code === 'unexpected_failure') return { message: words.unexpected, canRetry: true }
  return { message: words.notLoaded, canRetry: true }
}
