import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

/** Notes a message of the provider. False when it was noted before: then it has had its effect. */
export async function noteNotice(
  tx: Transaction,
  notice: { id: string; type: string },
  at: Date,
): Promise<boolean> {
  const added = await tx.run(sql`
    INSERT INTO payment_notices (id, type, received_at) VALUES (${notice.id}, ${notice.type}, ${at})
    ON CONFLICT (id) DO NOTHING`)
  return added === 1
}

/** Forgets at most `limit` messages that were noted before an instant. Answers how many. */
export function forgetNotices(q: Queryable, before: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM payment_notices WHERE id = ANY(ARRAY(
      SELECT id FROM payment_notices WHERE received_at < ${before} ORDER BY received_at LIMIT ${limit}))`)
}

/** Until when the provider's messages were compared with ours; null when they never were. */
export async function reconciledUntil(q: Queryable): Promise<Date | null> {
  const row = await q.row<{ until: Date }>(sql`SELECT reconciled_until AS until FROM payment_reconciliation`)
  return row?.until ?? null
}

export async function setReconciledUntil(q: Queryable, until: Date): Promise<void> {
  await q.run(sql`
    INSERT INTO payment_reconciliation (reconciled_until) VALUES (${until})
    ON CONFLICT (only_row) DO UPDATE SET reconciled_until = EXCLUDED.reconciled_until`)
}
