import { destroyUnsubmittedDocumentsOf, forgetReadingsOf } from '../documents/index.ts'
import type { Refusal } from '../http/problem.ts'
import { forgetChecksOf } from '../identity-checks/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { forgetWalletProofOf } from '../wallets/index.ts'
import { endPass } from './passes.ts'
import { type GatePass, withOpenVerification } from './policy.ts'
import { notePrivateNo } from './private-no.ts'

/**
 * Records that the third party says no without informing the creator (NO-1). Their files and proofs are destroyed and
 * their pass ends. The verification is unchanged, so the creator sees no difference until the link expires. Other
 * passes stay too, because ending them would inform a creator who holds one.
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
