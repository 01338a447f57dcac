import { isOpen, isRecord } from '../../../domain/verification/status.ts'
import { decline } from '../../../domain/verification/transition.ts'
import { endMailbox } from '../../mailed-codes/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetInvited } from '../../third-party/index.ts'
import { endVerification, lockVerification, namingAddress } from '../../verifications/index.ts'

/**
 * Forgets whoever reads a proven address: requests to it that are open are refused in their name, and none keeps what was typed about them.
 * Sealed records stay. Answers how many of each.
 */
export async function forgetAddress(
  platform: Platform,
  tx: Transaction,
  email: string,
): Promise<{ erased: number; kept: number }> {
  const counted = { erased: 0, kept: 0 }
  for (const id of await namingAddress(tx, email)) {
    const row = await lockVerification(tx, id)
    if (!row) continue
    if (isRecord(row.status)) {
      counted.kept += 1
      continue
    }
    if (isOpen(row.status)) await endVerification(platform, tx, id, decline())
    if (await forgetInvited(platform, tx, id)) counted.erased += 1
  }
  await endMailbox(tx, email)
  return counted
}
