import { mostCounted } from '../../../contract/verification.ts'
import type { VerificationKind } from '../../../domain/verification/kind.ts'
import english from '../../../words/en/history.ts'
import { messages } from '../../../words/messages.ts'

/** The words of the history (HISTORY). */
export const words = messages('history', english)

/** What the history shows: everything, or one kind. */
export type HistoryView = 'all' | VerificationKind

/** A count as far as lists are counted, and that there are more. */
export function describeCount(n: number): string {
  return n > mostCounted ? `${mostCounted}+` : String(n)
}
