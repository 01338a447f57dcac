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
  /** Selects `id` and `since` of the rows whose time began before an instant, in the words of an index. */
  select(parts: Parts, before: Date): Sql
  /** How long after `since` a row is due, in milliseconds; at once where it is left out. */
  computeDelayMs?(parts: Parts): number
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

type DutyParts = { clock: Clock; database: Database }

/** A duty that a round does row by row. It is a job, too. */
export function defineDuty<Parts extends DutyParts & { logger: Logger }>({
  name,
  queue,
  act,
  ...duty
}: Pick<Duty<Parts>, 'kind' | 'overdueAfterMs' | 'select' | 'computeDelayMs'> & {
  /** The name of its job. */
  name: string
  round: string
  act(parts: Parts, id: string): Promise<unknown>
} & Pick<JobType<object>, 'queue'>): Duty<Parts> & RoundDuty<Parts> {
  const actOnAll = (parts: Parts) =>
    handleEach(
      async (limit) => {
        const rows = selectDue(parts, duty, 0)
        const due = await parts.database.rows<{ id: string }>(
          sql`SELECT id FROM (${rows}) due ORDER BY since LIMIT ${limit}`,
        )
        return due.map(({ id }) => id)
      },
      (id) => act(parts, id),
      parts.logger,
    )
  return { ...duty, ...defineJob(name, noPayload, actOnAll, { ...(queue && { queue }) }) }
}

/** Selects what of a duty has been due for so long. */
function selectDue<Parts extends DutyParts>(
  parts: Parts,
  { select, computeDelayMs }: Pick<Duty<Parts>, 'select' | 'computeDelayMs'>,
  forMs: number,
): Sql {
  const delayMs = computeDelayMs?.(parts) ?? 0
  return select(parts, new Date(parts.clock.now().getTime() - delayMs - forMs))
}

const countAtMost = 10_000

/** How much of a duty is late. */
export async function countLate<Parts extends DutyParts>(parts: Parts, duty: Duty<Parts>): Promise<Overdue> {
  const late = await parts.database.row<{ count: number; since: Date | null }>(sql`
    SELECT count(*) AS count, min(since) AS since
    FROM (${selectDue(parts, duty, duty.overdueAfterMs)} ORDER BY since LIMIT ${countAtMost}) late`)
  if (!late?.since) return { count: 0, dueSince: null }
  const delayMs = duty.computeDelayMs?.(parts) ?? 0
  return { count: late.count, dueSince: new Date(late.since.getTime() + delayMs) }
}

/** What became due within this time still has its job. */
const missingAfterMs = 30_000
const missingAtOnce = 200

/** Enqueues what of a duty has lost its job. Answers how many. */
export async function enqueueMissing<Parts extends DutyParts>(
  parts: Parts,
  duty: Duty<Parts>,
): Promise<number> {
  if (!('enqueueMissing' in duty)) return 0
  const before = new Date(parts.clock.now().getTime() - missingAfterMs)
  return parts.database.transaction((tx) => duty.enqueueMissing(parts, tx, { before, limit: missingAtOnce }))
}

/** The ids of rows with a column `since` that have no job, the oldest first; the key of a job is a prefix and the id. */
export async function listWithoutJob(
  q: Queryable,
  rows: Sql,
  prefix: string,
  limit: number,
): Promise<string[]> {
  const missing = await q.rows<{ id: string }>(sql`
    SELECT due.id FROM (${rows}) due WHERE ${hasNoJob(sql`${prefix}::text || due.id`)} ORDER BY since LIMIT ${limit}`)
  return missing.map(({ id }) => id)
}

/**
 * A condition: no job of this key is being worked on or will be tried soon. One that was tried in vain too often or too
 * long ago counts as none; enqueueing it again makes it fresh.
 *
 * @param key an SQL expression of the key, whose columns name their table: jobs have an `id`, too
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
