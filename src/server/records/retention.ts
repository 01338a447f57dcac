import { dayMs } from '../platform/clock/index.ts'
import { defineDuty } from '../platform/jobs/index.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import { destroyFiles, lockVerification, withholdFiles } from '../verifications/index.ts'
import { isHeld } from './holds/store.ts'
import { selectWithFiles } from './store.ts'

/** The latest time at which the photos and IDs of a record are destroyed. */
export function computeFilesDestroyedAt(
  { retentionDays }: Pick<Settings, 'retentionDays'>,
  verifiedAt: Date,
): Date {
  return new Date(verifiedAt.getTime() + retentionDays * dayMs)
}

/**
 * Destroys the photos and IDs of records that were completed longer ago than the configured days, or locks them if a
 * legal hold keeps them. The record stays.
 */
export const retentionJob = defineDuty({
  kind: 'retention',
  name: 'destroy-old-files',
  round: 'hour',
  overdueAfterMs: 2 * 60 * 60_000,
  select: (_: Platform, before) => selectWithFiles(before),
  computeDelayMs: ({ settings }) => settings.retentionDays * dayMs,
  act: (platform, id) =>
    platform.database.transaction(async (tx) => {
      await lockVerification(tx, id)
      const end = (await isHeld(platform, tx, id)) ? withholdFiles : destroyFiles
      await end(platform, tx, id)
    }),
})
