import type { Clock } from '../clock.ts'
import type { Database, Queryable, Transaction } from '../database/index.ts'
import type { DueWork, Overdue } from './due-work.ts'
import type { Jobs, JobType } from './jobs.ts'

/** What has just been asked for has its job. */
const missingAfterMs = 30_000

type DueRows<Payload> = {
  kind: string
  overdueAfterMs: number
  /** How many rows get a job at once. */
  batch?: number
  /** Counts the rows that wait since before an instant. */
  overdue(q: Queryable, before: Date): Promise<Overdue>
  /** The ids of rows that wait since before an instant and that no job will do. */
  withoutJob(tx: Transaction, before: Date, limit: number): Promise<string[]>
  job: JobType<Payload>
  toPayload(id: string): NoInfer<Payload>
  toKey(id: string): string
}

/** Due work of which each row has one job, by its id. */
export function createDueRows<Payload>(
  { clock, database, jobs }: { clock: Clock; database: Database; jobs: Jobs },
  { kind, overdueAfterMs, batch = 200, overdue, withoutJob, job, toPayload, toKey }: DueRows<Payload>,
): DueWork {
  const computeAgo = (ms: number) => new Date(clock.now().getTime() - ms)
  return {
    kind,
    countOverdue: () => overdue(database, computeAgo(overdueAfterMs)),
    enqueueMissing: () =>
      database.transaction(async (tx) => {
        const ids = await withoutJob(tx, computeAgo(missingAfterMs), batch)
        await jobs.enqueueAll(
          tx,
          job,
          ids.map((id) => ({ payload: toPayload(id), key: toKey(id) })),
        )
        return ids.length
      }),
  }
}
