import type { PublicVerification } from '../../contract/third-party.ts'
import type { VerificationStatus } from '../../domain/verification/status.ts'
import type { Account } from '../accounts/index.ts'
import { noteOnceInAWhile } from '../audit/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { findVerification } from '../verifications/index.ts'

const states: Record<VerificationStatus, PublicVerification['state']> = {
  pending: 'pending',
  verified: 'verified',
  rejected: 'closed',
  // It was completed; that it was withdrawn since is for its two people.
  withdrawn: 'verified',
  expired: 'closed',
  cancelled: 'closed',
}

/** What a link says to anybody who opens it: its kind and its state, nothing about the parties (GATE-3). */
export async function showLink(
  platform: Platform,
  id: string,
  account: Account | null,
): Promise<PublicVerification | Refusal> {
  const row = await findVerification(platform.database, id)
  if (!row) return refuse('verification_not_found')
  const owner = account?.id === row.userId
  if (!owner && row.status === 'pending') {
    await noteOnceInAWhile(platform, {
      verificationId: id,
      event: 'opened',
      actor: 'visitor',
      at: platform.clock.now(),
    })
  }
  return { type: row.type, state: states[row.status], owner }
}
