import { deleteReadingsOf, destroyUnsubmittedDocumentsOf } from '../documents/index.ts'
import type { Refusal } from '../http/problem.ts'
import { forgetChecksOf } from '../identity-checks/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { forgetWalletProofOf } from '../wallets/index.ts'
import { endPass } from './passes.ts'
import { type GatePass, withOpenVerification } from './policy.ts'
import { notePrivateNo } from './private-no.ts'

/**
 * The third party says no, and the creator is not told (NO-1). What they gave is destroyed and their pass ends; the
 * verification stays as it was, so everything that the creator can read stays the same until the link expires. Other
 * passes stay too: their ending would tell a creator who holds one.
 */
export function refusePrivately(platform: Platform, pass: GatePass): Promise<{ ok: true } | Refusal> {
  return withOpenVerification(platform, pass, async (tx, row) => {
    await destroyGiven(platform, tx, row.id)
    await notePrivateNo(platform, tx, row, platform.clock.now())
    await endPass(tx, pass.tokenSha256)
    return { ok: true }
  })
}

/**
 * Gives up everything that the third party gave and did not submit: files, how they were read, and what a wallet or a
 * provider said. The trail does not say it: it stands in the record of a person who answers after all.
 */
export async function destroyGiven(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  verificationId: string,
): Promise<void> {
  await destroyUnsubmittedDocumentsOf(platform, tx, verificationId)
  await forgetWalletProofOf(tx, verificationId)
  await deleteReadingsOf(tx, verificationId)
  await forgetChecksOf(tx, verificationId, platform.clock.now())
}
