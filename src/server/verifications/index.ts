import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { unclaimedJobs } from './close-unclaimed.ts'
import { expiryJobs } from './expire-verifications.ts'
import { invitationJobs } from './invitation.ts'

export { closeVerification } from './close-verification.ts'
export { expireTask } from './expire-verifications.ts'
export { presentForm } from './present-form.ts'
export {
  completePending,
  lockVerification,
  ownsAny,
  type VerificationRow,
  verificationById,
} from './store.ts'

/** Everything about verifications that happens by itself. */
export function verificationJobs(platform: Platform): JobHandlers {
  return { ...expiryJobs(platform), ...unclaimedJobs(platform), ...invitationJobs(platform) }
}
