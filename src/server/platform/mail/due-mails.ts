import type { Clock } from '../clock.ts'
import type { Database } from '../database/index.ts'
import type { DueWork, Jobs } from '../jobs/index.ts'
import { makeMailJobType } from './define-mail.ts'
import { countOverdueMails, listMailsWithoutJob, nameMailKey } from './mail-store.ts'

const batch = 200
/** What has just been queued has its job. */
const missingAfterMs = 30_000
/** A server that is asked to wait once or twice is none that anybody has to look at. */
const overdueAfterMs = 10 * 60_000

/** Mails that have not ended. */
export function createDueMails({
  clock,
  database,
  jobs,
}: {
  clock: Clock
  database: Database
  jobs: Jobs
}): DueWork {
  const computeAgo = (ms: number) => new Date(clock.now().getTime() - ms)
  return {
    kind: 'mails',
    countOverdue: () => countOverdueMails(database, computeAgo(overdueAfterMs)),
    enqueueMissing: () =>
      database.transaction(async (tx) => {
        const missing = await listMailsWithoutJob(tx, computeAgo(missingAfterMs), batch)
        for (const [task, mails] of Map.groupBy(missing, ({ task }) => task)) {
          await jobs.enqueueAll(
            tx,
            makeMailJobType(task),
            mails.map(({ id }) => ({ payload: { mailId: id }, key: nameMailKey(id) })),
          )
        }
        return missing.length
      }),
  }
}
