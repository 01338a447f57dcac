import type { DueWork } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { archiveJob, archiveKey } from './archive-record.ts'
import { dueWithoutJob, overdueArchives } from './store.ts'

const batch = 200
/** Longer than those are waited for who do not answer (`archive-record.ts`). */
const overdueAfterMs = 2 * 24 * 60 * 60_000

/** Sealed documents that have no archived copy yet, or one whose timestamp comes to its end. Without a time authority none is due. */
export function dueArchives(platform: Pick<Platform, 'clock' | 'database' | 'jobs' | 'sealer'>): DueWork {
  const { clock, database, jobs, sealer } = platform
  return {
    kind: 'archives',
    async overdue() {
      if (!sealer.hasTimeAuthority) return { count: 0, dueSince: null }
      return overdueArchives(database, new Date(clock.now().getTime() - overdueAfterMs))
    },
    async enqueueMissing() {
      if (!sealer.hasTimeAuthority) return 0
      return database.transaction(async (tx) => {
        const due = await dueWithoutJob(tx, clock.now(), batch)
        const missing = due.map((name) => ({ payload: { ...name, tries: 0 }, key: archiveKey(name) }))
        await jobs.enqueueAll(tx, archiveJob, missing)
        return missing.length
      })
    },
  }
}
