import type { RecordView } from '../../../../contract/record.ts'

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
