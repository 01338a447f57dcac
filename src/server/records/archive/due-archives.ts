import type { DueWork } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { archiveJob, nameArchiveKey } from './archive-record.ts'
import { countOverdueArchives, listDueWithoutJob, noteEnqueued, noteTimeAuthority } from './due-store.ts'

const batch = 200
/** Longer than those are waited for who do not answer (`archive-record.ts`). */
const overdueAfterMs = 2 * 24 * 60 * 60_000

/**
 * Sealed documents that have no archived copy yet, or one whose timestamp comes to its end. Without a time authority none is due; what was
 * sealed before there was one, and what comes to its end, gets its first job here.
 */
export function createDueArchives(
  platform: Pick<Platform, 'clock' | 'database' | 'jobs' | 'sealer'>,
): DueWork {
  const { clock, database, jobs, sealer } = platform
  return {
    kind: 'archives',
    async countOverdue() {
      if (!sealer.hasTimeAuthority) return { count: 0, dueSince: null }
      return countOverdueArchives(database, new Date(clock.now().getTime() - overdueAfterMs))
    },
    enqueueMissing: () =>
      database.transaction(async (tx) => {
        await noteTimeAuthority(tx, sealer.hasTimeAuthority, clock.now())
        if (!sealer.hasTimeAuthority) return 0
        const due = await listDueWithoutJob(tx, clock.now(), batch)
        const missing = due.map(({ verificationId, document }) => ({
          payload: { verificationId, document, tries: 0 },
          key: nameArchiveKey({ verificationId, document }),
        }))
        await jobs.enqueueAll(tx, archiveJob, missing)
        await noteEnqueued(tx, due, clock.now())
        return due.filter(({ hadJob }) => hadJob).length
      }),
  }
}
