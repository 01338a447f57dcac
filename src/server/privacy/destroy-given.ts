import { destroyUnsubmittedDocumentsOf, forgetReadingsOf } from '../documents/index.ts'
import { forgetChecksOf } from '../identity-checks/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { forgetWalletProofOf } from '../wallets/index.ts'

/**
 * Destroys everything that the third party gave and did not submit: files, the findings of their readings, and the
 * results of a wallet or a provider. The tries at readings still count (READING-10). The trail doesn't record it,
 * because it would be in the record of a person who answers after all.
 */
export async function destroyGiven(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  verificationId: string,
): Promise<void> {
  const at = platform.clock.now()
  await destroyUnsubmittedDocumentsOf(platform, tx, verificationId)
  await forgetWalletProofOf(tx, verificationId)
  await forgetReadingsOf(tx, verificationId, at)
  await forgetChecksOf(tx, verificationId, at)
}
