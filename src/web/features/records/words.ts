import english from '../../../words/en/record.ts'
import { messages } from '../../../words/messages.ts'
import { describeMoment } from '../../shared/time/moment.tsx'
import type { describeAfterWithdrawal } from './legal-hold/after-withdrawal.ts'

/** What is said about a record on both parties' pages (RECORD). */
export const recordWords = messages('record', english)

/** What withdrawing does, to whoever is about to. */
export function describeWithdrawal(
  isOtherMailed: boolean,
  { endsOwn, heldUntil }: ReturnType<typeof describeAfterWithdrawal>,
): string {
  return [
    recordWords.withdrawEnds,
    isOtherMailed ? recordWords.withdrawMailed : recordWords.withdrawNotMailed,
    ...(endsOwn ? [recordWords.withdrawHold] : []),
    heldUntil
      ? recordWords.withdrawLocks({ until: describeMoment(heldUntil) })
      : recordWords.withdrawDestroys,
  ].join(' ')
}
