import type { RecordView } from '../../../../contract/record.ts'
import recordWords from '../../../../words/en/record.ts'
import { describeMoment } from '../../../shared/time/moment.tsx'

/** What a withdrawal by the reader leaves of the legal holds: theirs ends with it, and that of the other person keeps the files (HOLD-9). */
export function describeAfterWithdrawal({ party, holds }: Pick<RecordView, 'party' | 'holds'>): {
  endsOwn: boolean
  heldUntil: string | null
} {
  const inForce = holds.filter(({ endedAt }) => endedAt === null)
  return {
    endsOwn: inForce.some(({ by }) => by === party),
    heldUntil: inForce.find(({ by }) => by !== party)?.endsAt ?? null,
  }
}

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
