import { appendAuditEvent } from '../audit/index.ts'
import { destroyDocumentsOf } from '../documents/index.ts'
import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import { lockVerification } from '../verifications/index.ts'
import { deletePassesEndedBefore } from './record-pass.ts'
import { withFilesEndedBefore } from './store.ts'

export const retentionTask = 'destroy-old-files'

const batch = 200
const dayMs = 24 * 60 * 60 * 1000

/** When the photos and IDs of a record are destroyed at the latest. */
export function filesDestroyedAt({ retentionDays }: Pick<Settings, 'retentionDays'>, verifiedAt: Date): Date {
  return new Date(verifiedAt.getTime() + retentionDays * dayMs)
}

/** `destroy-old-files` destroys the photos and IDs of records that are complete for longer than the configured days. The record stays. */
export function retentionJobs(platform: Platform): JobHandlers {
  return {
    [retentionTask]: async () => {
      const { clock, database, settings } = platform
      await deletePassesEndedBefore(database, clock.now())
      const before = new Date(clock.now().getTime() - settings.retentionDays * dayMs)
      for (;;) {
        const ids = await withFilesEndedBefore(database, before, batch)
        for (const verificationId of ids) {
          await database.transaction(async (tx) => {
            await lockVerification(tx, verificationId)
            const files = await destroyDocumentsOf(platform, tx, verificationId)
            if (files === 0) return
            await appendAuditEvent(tx, {
              verificationId,
              event: 'files_destroyed',
              actor: 'system',
              at: clock.now(),
              detail: { files },
            })
          })
        }
        if (ids.length < batch) return
      }
    },
  }
}
