import type { Transaction } from '../../platform/database/index.ts'
import { changeUser, type UserRow } from '../users/user-store.ts'
import { dropFlows } from './flow-state-store.ts'
import { dropTokens } from './one-time-token-store.ts'

/**
 * Ends everything of a user's that waits for an answer: mailed links and codes, PKCE flows (but the one that is being followed), and a wished
 * change of address, which could otherwise be mailed anew. The user's row must be locked.
 */
export async function endPending(
  tx: Transaction,
  userId: string,
  { now, keptFlow = null }: { now: Date; keptFlow?: string | null },
): Promise<UserRow> {
  await dropTokens(tx, userId)
  await dropFlows(tx, userId, keptFlow)
  return changeUser(tx, userId, { newEmail: null, newEmailConfirmations: [], emailChangeSentAt: null }, now)
}
