import type { ClosingView } from '../../../contract/closing.ts'
import { graceDays } from '../../../domain/account/limits.ts'
import type { Account } from '../../accounts/index.ts'
import { readTier } from '../../plans/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { countEndings } from '../../verifications/index.ts'

/** What closing the account would end, and what stays with others. */
export async function showClosing({ database }: Platform, account: Account): Promise<ClosingView> {
  const address = account.emailVerified ? account.email.toLowerCase() : null
  const { pending, records } = await countEndings(database, account.id, address)
  const tier = await readTier(database, account.id)
  return { pending, records, hasPlan: tier !== 'free', graceDays }
}
