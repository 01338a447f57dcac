import { endUnderAge as underAge } from '../../domain/verification/transition.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endVerification } from '../verifications/index.ts'

/** Ends a request whose third party is under 18: every file is destroyed, and the creator learns only that it was not completed. */
export async function endUnderAge(
  platform: Platform,
  tx: Transaction,
  verificationId: string,
): Promise<void> {
  await endVerification(platform, tx, verificationId, underAge())
}
