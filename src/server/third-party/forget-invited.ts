import { forgottenAfterDays } from '../../domain/verification/limits.ts'
import { deleteReadingsOf } from '../document-readings/index.ts'
import { blankChecks } from '../identity-checks/index.ts'
import { endCode, endPasses, gatePasses } from '../mailed-codes/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { type DueWork, defineJob, handleEach, noPayload } from '../platform/jobs/index.ts'
import { forgetMailsAbout } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  countOverdueDetails,
  eraseInvitedDetails,
  listEndedBefore,
  lockVerification,
} from '../verifications/index.ts'
import { forgetWalletProofOf } from '../wallets/index.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The task runs once an hour. */
const overdueAfterMs = 2 * 60 * 60_000

type Parts = Pick<Platform, 'clock' | 'database'>

/**
 * Forgets the invited person of a request that came to nothing: what was typed about them, what they proved, how their IDs were read, and
 * the mails. The request stays in its creator's list, without them. False, having changed nothing, for any other verification.
 */
export async function forgetInvited(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  verificationId: string,
): Promise<boolean> {
  const at = clock.now()
  await lockVerification(tx, verificationId)
  if (!(await eraseInvitedDetails(tx, verificationId, at))) return false
  await endPasses(tx, gatePasses, verificationId)
  await endCode(tx, verificationId)
  await forgetWalletProofOf(tx, verificationId)
  await deleteReadingsOf(tx, verificationId)
  await blankChecks(tx, { verificationId }, at)
  await forgetMailsAbout(tx, verificationId)
  return true
}

/** Does that for every request that came to nothing a month ago. */
export const forgetInvitedJob = defineJob('forget-invited', noPayload, (platform: Platform) =>
  handleEach(
    (limit) => listEndedBefore(platform.database, computeEndedLongAgo(platform), limit),
    (id) => platform.database.transaction((tx) => forgetInvited(platform, tx, id)),
    platform.logger,
  ),
)

/** Details kept past their time. The recurring task finds them by their rows, so that none can be without its job. */
export function createDueForgetting(platform: Parts): DueWork {
  return {
    kind: 'forgetting',
    countOverdue: () =>
      countOverdueDetails(
        platform.database,
        new Date(computeEndedLongAgo(platform).getTime() - overdueAfterMs),
        forgottenAfterDays,
      ),
    enqueueMissing: async () => 0,
  }
}

function computeEndedLongAgo({ clock }: Parts): Date {
  return new Date(clock.now().getTime() - forgottenAfterDays * dayMs)
}
