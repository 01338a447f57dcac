import type { ClosingView } from '../../../contract/closing.ts'
import { graceDays } from '../../../domain/account/limits.ts'
import type { Account } from '../../accounts/index.ts'
import { readTier } from '../../plans/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { countEndings, toListOwner } from '../../verifications/index.ts'
import { findFilesHoldEnd } from './held-until.ts'

/** What closing the account would end, and what stays with others. */
export async function showClosing(platform: Platform, account: Account): Promise<ClosingView> {
  const { database } = platform
  const { pending, records } = await countEndings(database, toListOwner(account))
  const tier = await readTier(database, account.id)
  const erasedAt = new Date(platform.clock.now().getTime() + graceDays * 24 * 60 * 60_000)
  const heldUntil = (await findFilesHoldEnd(platform, account.id, erasedAt))?.toISOString() ?? null
  return { pending, records, heldUntil, hasPlan: tier !== 'free', graceDays }
}
