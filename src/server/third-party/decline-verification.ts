import type { Decline } from '../../contract/third-party.ts'
import { decline } from '../../domain/verification/transition.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { doesStillOpen, gatePasses } from '../mailed-codes/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endVerification, lockVerification } from '../verifications/index.ts'
import type { GatePass } from './policy.ts'

/** The third party refuses the whole request, and every file uploaded for it is destroyed. */
export function declineVerification(
  platform: Platform,
  pass: GatePass,
  { reason }: Decline,
): Promise<{ ok: true } | Refusal> {
  return platform.database.transaction(async (tx) => {
    await lockVerification(tx, pass.verificationId)
    if (!(await doesStillOpen(tx, gatePasses, pass))) return refuse('gate_token_invalid')
    const isDeclined = await endVerification(platform, tx, pass.verificationId, decline(), {
      declineReason: reason,
    })
    return isDeclined ? { ok: true } : refuse('link_closed')
  })
}
