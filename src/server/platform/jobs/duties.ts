import type { Clock } from '../clock/index.ts'
import { type Database, type Queryable, type Sql, sql, type Transaction } from '../database/index.ts'
import { describeError, type Logger } from '../logging/index.ts'
import { defineJob, type Job, type JobType, noPayload } from './jobs.ts'

/** The number of late items of a kind, at most 10,000, and the time when the oldest was due. */
export type Overdue = { count: number; dueSince: Date | null }

/** Work that follows from the rows, even when its job is lost. `kind` names it in metrics and in the log. */
export type Duty<Parts> = {
  kind: string
  overdueAfterMs: number
  /** Selects `id` and `since` of the rows whose time began before an instant, matching the condition of an index. */
  select(parts: Parts, before: Date): Sql
  /** Delay between `since` and the time when a row is due, in milliseconds; none by default. */
  computeDelayMs?(parts: Parts): number
} & (RoundDuty<Parts> | QueuedDuty<Parts>)

/** A recurring job finds the rows and does the work that is due. */
type RoundDuty<Parts> = { round: string } & Job<object, Parts>

/** Each row has its own job, enqueued by the change that makes it due. */
type QueuedDuty<Parts> = {
  /**
   * Enqueues at most `limit` jobs for items that have been due since before an instant and have no job that will run
   * soon. Returns how many items were missing their job.
   */
  enqueueMissing(parts: Parts, tx: Transaction, missing: { before: Date; limit: number }): Promise<number>
}

type DutyParts = { clock: Clock; database: Database }

/** Defines a duty that a round performs row by row. It is also a job. */
export function defineDuty<Parts extends DutyParts & { logger: Logger }>({
  name,
  queue,
  act,
  ...duty
}: Pick<Duty<Parts>, 'kind' | 'overdueAfterMs' | 'select' | 'computeDelayMs'> & {
  name: string
  round: string
  act(parts: Parts, id: string): Promise<unknown>
} & Pick<JobType<object>, 'queue'>): Duty<Parts> & RoundDuty<Parts> {
  const actOnAll = (parts: Parts) =>
    handleEach(
      (limit, failed) =>
        parts.database.rows<{ id: string }>(sql`
          SELECT id FROM (${selectDue(parts, duty, 0)}) due WHERE id <> ALL(${failed}::uuid[]) ORDER BY since LIMIT ${limit}`),
      ({ id }) => act(parts, id),
      parts.logger,
    )
  return { ...duty, ...defineJob(name, noPayload, actOnAll, { ...(queue && { queue }) }) }
}

/** Selects the items of a duty that have been due for `forMs`. */
function selectDue<Parts extends DutyParts>(
  parts: Parts,
  { select, computeDelayMs }: Pick<Duty<Parts>, 'select' | 'computeDelayMs'>,
  forMs: number,
): Sql {
  const delayMs = computeDelayMs?.(parts) ?? 0
  return select(parts, new Date(parts.clock.now().getTime() - delayMs - forMs))
}

const maxCount = 10_000

export async function countLate<Parts extends DutyParts>(parts: Parts, duty: Duty<Parts>): Promise<Overdue> {
  const late = await parts.database.row<{ count: number; since: Date | null }>(sql`
    SELECT count(*) AS count, min(since) AS since
    FROM (${selectDue(parts, duty, duty.overdueAfterMs)} ORDER BY since LIMIT ${maxCount}) late`)
  if (!late?.since) return { count: 0, dueSince: null }
  const delayMs = duty.computeDelayMs?.(parts) ?? 0
  return { count: late.count, dueSince: new Date(late.since.getTime() + delayMs) }
}

/** An item that became due within this time still has its job. */
const missingAfterMs = 30_000
const missingBatchSize = 200

/** Enqueues the missing jobs of a duty. Returns their number. */
export async function enqueueMissing<Parts extends DutyParts>(
  parts: Parts,
  duty: Duty<Parts>,
): Promise<number> {
  if (!('enqueueMissing' in duty)) return 0
  const before = new Date(parts.clock.now().getTime() - missingAfterMs)
  return parts.database.transaction((tx) =>
    duty.enqueueMissing(parts, tx, { before, limit: missingBatchSize }),
  )
}

/** The ids of rows without a job, the oldest by `since` first. A job's key is the prefix followed by the id. */
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
 * An SQL condition: no job with this key is running or will run soon. A job that failed too often or is postponed too
 * far counts as missing; enqueueing it again resets it.
 *
 * @param key an SQL expression of the key, with columns qualified by their table, because jobs have an `id` too
 */
export function hasNoJob(key: Sql): Sql {
  return sql`NOT EXISTS (
    SELECT FROM graphile_worker._private_jobs job WHERE job.key = ${key} AND (job.locked_at IS NOT NULL
      OR job.attempts = 0 OR (job.attempts < job.max_attempts AND job.run_at < now() + interval '15 minutes')))`
}

const batchSize = 200

/**
 * Handles each item that is due, until none is left. Passes over items that failed, and rejects at the end if there were
 * any.
 *
 * @param due returns at most `limit` items that are still due, except those with a failed id
 */
export async function handleEach<Item extends { id: string }>(
  due: (limit: number, failed: readonly string[]) => Promise<Item[]>,
  work: (item: Item) => Promise<unknown>,
  logger: Logger,
): Promise<void> {
  const failed: string[] = []
  async function* listDue(): AsyncGenerator<Item> {
    for (;;) {
      const items = await due(batchSize, failed)
      yield* items
      if (items.length < batchSize) return
    }
  }
  return tryEach(listDue(), work, ({ id }, error) => {
    failed.push(id)
    logger.error({ id, error }, 'one of a batch failed')
  })
}

type Round<Parts> = Job<object, Parts> & { steps: readonly Job<object, Parts>[] }

/** Defines a job of several steps. It is retried when a step failed. */
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

/**
 * Handles the items one after the other. Logs a failure and continues with the next item; rejects at the end if any
 * failed.
 */
export async function tryEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<unknown>,
  logFailure: (item: Item, error: unknown) => void,
): Promise<void> {
  let tried = 0
  let failed = 0
  for await (const item of items) {
    tried += 1
    await work(item).catch((error: unknown) => {
      failed += 1
      logFailure(item, describeError(error))
    })
  }
  if (failed > 0) throw new Error(`${failed} of ${tried} failed`)
}
