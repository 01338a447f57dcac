import type { DocumentView } from '../../../contract/verification.ts'
import { signedUrlLife } from '../../../domain/document.ts'

/** A clock that is off, or a server that signs for seconds, must not turn renewal into a storm. */
const leastWaitMs = 30_000

/**
 * How long until the view's signed addresses have to be fetched anew, in milliseconds: 5 minutes before the first one ends (UPLOAD-12). `null` when there is none.
 */
export function findRenewalDelayMs(documents: Record<string, DocumentView | null>, now: Date): number | null {
  const ends = Object.values(documents).flatMap((view) =>
    view?.state === 'open' ? [new Date(view.document.urlExpiresAt).getTime()] : [],
  )
  if (ends.length === 0) return null
  const renewAt = Math.min(...ends) - signedUrlLife.renewBeforeEndSeconds * 1000
  return Math.max(leastWaitMs, renewAt - now.getTime())
}
