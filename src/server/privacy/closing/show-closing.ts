import type { ClosingView } from '../../../contract/closing.ts'
import { graceDays } from '../../../domain/account/limits.ts'
import type { Account } from '../../accounts/index.ts'
import { readTier } from '../../plans/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { countEndings, listOwnerOf } from '../../verifications/index.ts'

/** What closing the account would end, and what stays with others. */
export async function showClosing({ database }: Platform, account: Account): Promise<ClosingView> {
  const { pending, records } = await countEndings(database, listOwnerOf(account))
  const tier = await readTier(database, account.id)
  return { pending, records, hasPlan: tier !== 'free', graceDays }
}
