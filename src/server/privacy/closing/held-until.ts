import { toComparableEmail } from '../../../domain/verification/email-match.ts'
import { findAddress } from '../../accounts/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { findEndOfOthersHold } from '../../records/index.ts'
import { listNamingAccount, listVerificationIds } from '../../verifications/index.ts'

/**
 * Until when legal holds of others keep photos and IDs of somebody whose account is erased, at the latest; null where none does.
 * @param at when it is erased: a hold that has ended by then keeps nothing
 */
export async function findFilesHoldEnd(
  { database }: Pick<Platform, 'database'>,
  userId: string,
  at: Date,
): Promise<Date | null> {
  const own = await findAddress(database, userId)
  const made = await listVerificationIds(database, userId)
  const asked = own?.confirmedAt ? await listNamingAccount(database, toComparableEmail(own.email)) : []
  return findEndOfOthersHold(database, { made, asked }, at)
}
