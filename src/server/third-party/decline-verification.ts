import type { Decline } from '../../contract/third-party.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { closeVerification, lockVerification } from '../verifications/index.ts'
import { type PassRow, stillOpens } from './store.ts'

/** The third party refuses the whole request: pending -> rejected, and every file uploaded for it is destroyed. */
export function declineVerification(
  platform: Platform,
  pass: PassRow,
  { reason }: Decline,
): Promise<{ ok: true } | Refusal> {
  return platform.database.transaction(async (tx) => {
    await lockVerification(tx, pass.verificationId)
    if (!(await stillOpens(tx, pass))) return refuse('gate_token_invalid')
    return closeVerification(platform, tx, pass.verificationId, 'rejected', { declineReason: reason })
  })
}
