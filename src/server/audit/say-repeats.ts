import { describeRepeats } from '../../domain/audit/repeatable.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { EndedPeriod } from './repeat-store.ts'
import { writeRow } from './write-row.ts'

/** Writes one row for each ended period in which something was repeated. The caller has locked the verification. */
export async function sayRepeats(tx: Transaction, ended: readonly EndedPeriod[], at: Date): Promise<void> {
  for (const { verificationId, event, actor, facts, times, lastAt } of ended) {
    if (times === 0) continue
    await writeRow(tx, { verificationId, event, actor, at, detail: describeRepeats(facts, times, lastAt) })
  }
}
