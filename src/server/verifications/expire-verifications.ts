import { expire } from '../../domain/verification/transition.ts'
import { type DueWork, defineJob, handleEach, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endVerification } from './end-verification.ts'
import { countOverduePending, listPendingSince } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Every minute some links are a moment past their end. */
const overdueAfterMs = 10 * 60_000

type Parts = Pick<Platform, 'clock' | 'database' | 'settings'>

/** Closes every link that stayed pending for longer than the configured days. */
export const expireJob = defineJob('expire-verifications', noPayload, (platform: Platform) =>
  handleEach(
    (limit) => listPendingSince(platform.database, computeOpenedBefore(platform), limit),
    // Completed or declined meanwhile: then there is nothing to close.
    (id) => platform.database.transaction((tx) => endVerification(platform, tx, id, expire())),
    platform.logger,
  ),
)

/** Links that are open past their end. The recurring task finds them by their rows, so that none can be without its job. */
export function createDueExpiry(platform: Parts): DueWork {
  return {
    kind: 'expiry',
    countOverdue: () =>
      countOverduePending(
        platform.database,
        new Date(computeOpenedBefore(platform).getTime() - overdueAfterMs),
        platform.settings.linkLifeDays,
      ),
    enqueueMissing: async () => 0,
  }
}

/** The instant of creation before which a link has ended. */
function computeOpenedBefore({ clock, settings }: Parts): Date {
  return new Date(clock.now().getTime() - settings.linkLifeDays * dayMs)
}
