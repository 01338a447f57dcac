import type { Decline } from '../../contract/third-party.ts'
import type { Refusal } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { closeVerification } from '../verifications/index.ts'
import type { GatePass } from './store.ts'

/** The third party refuses the whole request: pending -> rejected, and every file uploaded for it is destroyed. */
export function declineVerification(
  platform: Platform,
  pass: GatePass,
  { reason }: Decline,
): Promise<{ ok: true } | Refusal> {
  return platform.database.transaction((tx) =>
    closeVerification(platform, tx, pass.verificationId, 'rejected', { declineReason: reason }),
  )
}
