import { type DueWork, defineJob, handleEach, noPayload } from '../platform/jobs/index.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import { destroyFiles, lockVerification, withholdFiles } from '../verifications/index.ts'
import { isHeld } from './holds/store.ts'
import { removeDeadAttempts } from './sealed-files.ts'
import { countOverdueFiles, withFilesEndedBefore } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The task runs once an hour. */
const overdueAfterMs = 2 * 60 * 60_000

type Parts = Pick<Platform, 'clock' | 'database' | 'settings'>

/** When the photos and IDs of a record are destroyed at the latest. */
export function computeFilesDestroyedAt(
  { retentionDays }: Pick<Settings, 'retentionDays'>,
  verifiedAt: Date,
): Date {
  return new Date(verifiedAt.getTime() + retentionDays * dayMs)
}

/**
 * Destroys the photos and IDs of records that are complete for longer than the configured days, or locks them where a
 * legal hold keeps them. The record stays. Files that a process left which died while it sealed are removed too.
 */
export const retentionJob = defineJob('destroy-old-files', noPayload, async (platform: Platform) => {
  const { database, logger } = platform
  await handleEach(
    (limit) => withFilesEndedBefore(database, computeCompletedBefore(platform), limit),
    (id) => endFilesOf(platform, id),
    logger,
  )
  await removeDeadAttempts(platform)
})

async function endFilesOf(platform: Platform, verificationId: string): Promise<void> {
  await platform.database.transaction(async (tx) => {
    await lockVerification(tx, verificationId)
    const end = (await isHeld(platform, tx, verificationId)) ? withholdFiles : destroyFiles
    await end(platform, tx, verificationId)
  })
}

/** Files kept past their time. The recurring task finds them by their rows, so that none can be without its job. */
export function createDueRetention(platform: Parts): DueWork {
  return {
    kind: 'retention',
    countOverdue: () =>
      countOverdueFiles(
        platform.database,
        new Date(computeCompletedBefore(platform).getTime() - overdueAfterMs),
        platform.settings.retentionDays,
      ),
  }
}

/** The instant of completion before which the files of a record have had their time. */
function computeCompletedBefore({ clock, settings }: Parts): Date {
  return new Date(clock.now().getTime() - settings.retentionDays * dayMs)
}
