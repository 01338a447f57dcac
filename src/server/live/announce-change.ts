import type { LiveChange } from '../../contract/live.ts'
import { sql, type Transaction } from '../platform/database/index.ts'
import { channel } from './channel.ts'

/** Tells the owner's open pages that a verification, or the account, changed, once the transaction commits. */
export async function announceChange(tx: Transaction, ownerId: string, change: LiveChange): Promise<void> {
  await tx.run(sql`SELECT pg_notify(${channel}, ${JSON.stringify({ ownerId, change })})`)
}
