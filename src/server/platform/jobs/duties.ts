import type { Clock } from '../clock/index.ts'
import { type Database, type Queryable, type Sql, sql, type Transaction } from '../database/index.ts'
import { describeError, type Logger } from '../logging/index.ts'
import { defineJob, type Job, type JobType, noPayload } from './jobs.ts'

/** How much of a kind is late, 10,000 at most, and since when the oldest was due. */
export type Overdue = { count: number; dueSince: Date | null }

/** Work that follows from the rows, also when its job is lost. `kind` names it in metrics and in the log. */
export type Duty<Parts> = {
  kind: string
  overdueAfterMs: number
  /** Counts what has been due since before an instant. */
  count(parts: Parts, before: Date): Promise<Overdue>
} & (RoundDuty<Parts> | QueuedDuty<Parts>)

/** A recurring job finds the rows and does what is due. */
type RoundDuty<Parts> = { round: string } & Job<object, Parts>

/** Each row has a job of its own, enqueued by the change that makes it due. */
type QueuedDuty<Parts> = {
  /**
   * Enqueues at most `limit` of what has been due since before an instant and has no job that will be tried soon.
   * Answers how many should have had one.
   */
  enqueueMissing(parts: Parts, tx: Transaction, missing: { before: Date; limit: number }): Promise<number>
}

/** A duty that a round does row by row. It is a job, too. */
export function defineDuty<Parts extends { clock: Clock; logger: Logger }>({
  name,
  queue,
  find,
  act,
  ...duty
}: {
  kind: string
  /** The name of its job. */
  name: string
  round: string
  overdueAfterMs: number
  /** Answers the ids of at most `limit` rows that are due at an instant. */
  find(parts: Parts, at: Date, limit: number): Promise<string[]>
  count(parts: Parts, before: Date): Promise<Overdue>
  act(parts: Parts, id: string): Promise<unknown>
} & Pick<JobType<object>, 'queue'>): Duty<Parts> & RoundDuty<Parts> {
  const actOnAll = (parts: Parts) =>
    handleEach(
      (limit) => find(parts, parts.clock.now(), limit),
      (id) => act(parts, id),
      parts.logger,
    )
  return { ...duty, ...defineJob(name, noPayload, actOnAll, { ...(queue && { queue }) }) }
}

type QueueParts = { clock: Clock; database: Database }

/** How much of a duty is late. */
export function countLate<Parts extends QueueParts>(parts: Parts, duty: Duty<Parts>): Promise<Overdue> {
  return duty.count(parts, new Date(parts.clock.now().getTime() - duty.overdueAfterMs))
}

/** What became due within this time still has its job. */
const missingAfterMs = 30_000
const missingAtOnce = 200

/** Enqueues what of a duty has lost its job. Answers how many. */
export async function enqueueMissing<Parts extends QueueParts>(
  parts: Parts,
  duty: Duty<Parts>,
): Promise<number> {
  if (!('enqueueMissing' in duty)) return 0
  const before = new Date(parts.clock.now().getTime() - missingAfterMs)
  return parts.database.transaction((tx) => duty.enqueueMissing(parts, tx, { before, limit: missingAtOnce }))
}

const countAtMost = 10_000

/** Counts instants of a column `due`, of which `rows` selects those that are late. */
export async function countOverdue(q: Queryable, rows: Sql): Promise<Overdue> {
  const found = await q.row<Overdue>(sql`
    SELECT count(*) AS count, min(due) AS "dueSince" FROM (${rows} ORDER BY due LIMIT ${countAtMost}) late`)
  return found ?? { count: 0, dueSince: null }
}

/**
 * A condition: no job of this key is being worked on or will be tried soon. One that was tried in vain too often or too
 * long ago counts as none; enqueueing it again makes it fresh.
 *
 * @param key an SQL expression of the key
 */
export function hasNoJob(key: Sql): Sql {
  return sql`NOT EXISTS (
    SELECT FROM graphile_worker._private_jobs job WHERE job.key = ${key} AND (job.locked_at IS NOT NULL
      OR job.attempts = 0 OR (job.attempts < job.max_attempts AND job.run_at < now() + interval '15 minutes')))`
}

const batch = 200

/**
 * Does something for each that is due, until none is left. After a batch of which one failed it rejects, and the next
 * run begins anew.
 *
 * @param due answers at most `limit` ids that are still due
 */
export async function handleEach(
  due: (limit: number) => Promise<string[]>,
  work: (id: string) => Promise<unknown>,
  logger: Logger,
): Promise<void> {
  for (;;) {
    const ids = await due(batch)
    await tryEach(ids, work, (id, error) => logger.error({ id, error }, 'one of a batch failed'))
    if (ids.length < batch) return
  }
}

/** A job whose steps are jobs themselves. */
type Round<Parts> = Job<object, Parts> & { steps: readonly Job<object, Parts>[] }

/** A job of several steps. It is tried again when one failed. */
export function defineRound<Parts extends { logger: Logger }>(
  name: string,
  steps: readonly Job<object, Parts>[],
  options?: Pick<JobType<object>, 'queue'>,
): Round<Parts> {
  const runAll = (parts: Parts) =>
    tryEach(
      steps,
      (step) => step.run(parts, {}),
      ({ name }, error) => parts.logger.error({ task: name, error }, 'a step of a round failed'),
    )
  return { ...defineJob(name, noPayload, runAll, options), steps }
}

/** Works on one after the other. One that fails is logged and holds up no other; rejects at the end if any did. */
export async function tryEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  logFailure: (item: Item, error: unknown) => void,
): Promise<void> {
  let failed = 0
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      failed += 1
      logFailure(item, describeError(error))
    })
  }
  if (failed > 0) throw new Error(`${failed} of ${items.length} failed`)
}
