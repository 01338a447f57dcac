import { sql, type Transaction } from '../../platform/database/index.ts'

/** When it is in a grown installation: what is older is past it. */
export const now = sql`current_setting('grown.now')::timestamptz`

export async function setNow(tx: Transaction, at: Date): Promise<void> {
  await tx.row(sql`SELECT set_config('grown.now', ${at.toISOString()}, true)`)
}
