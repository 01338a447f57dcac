import type pg from 'pg'
import { type Queryable, sql } from '../database/index.ts'
import type { Lane } from './jobs.ts'

/**
 * The name of the job queue's connections, before the name of the process's document key. A starting process uses it to
 * see whether others work. Version 0.2.0 uses it without a key.
 */
const queueName = 'assent jobs'

/** The name of the connections of a process with this document key. */
export function nameQueueConnections(keyName: string): string {
  return `${queueName} ${keyName}`
}

/** Whether a process works on this database that encrypts with another document key than this one. */
export async function isOtherKeyInUse(q: Queryable, keyName: string): Promise<boolean> {
  const other = await q.row(sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND starts_with(application_name, ${queueName})
      AND application_name <> ${nameQueueConnections(keyName)} LIMIT 1`)
  return other !== null
}

/** A task's result is written within this time after its time limit. */
const graceSeconds = 30

/** A queue is freed only when it was locked at least this long before the statement began. */
const minLockSeconds = 5

/** Frees the jobs that other processes hold, unless one of them is still connected. Returns their number. */
export function freeAbandonedJobs(pool: pg.Pool): Promise<number> {
  const others = `SELECT FROM pg_stat_activity
    WHERE starts_with(application_name, $1) AND datname = current_database() AND pid <> pg_backend_pid()`
  return unlockJobs(pool, `WHERE locked_by IS NOT NULL AND NOT EXISTS (${others})`, [queueName])
}

/** Frees the jobs held by worker pools that have ended. Returns their number. */
export function freePoolJobs(pool: pg.Pool, endedPools: readonly string[]): Promise<number> {
  return unlockJobs(pool, 'WHERE locked_by = ANY ($1)', [endedPools])
}

/**
 * Frees jobs that have been held for longer than a try may take: their process ended, froze, or never learned that it
 * holds them. Returns their number.
 */
export function freeOverlongJobs(pool: pg.Pool, lanes: readonly Lane[]): Promise<number> {
  const limits = lanes.flatMap(({ handlers, limitMs, limitsMs }) =>
    Object.keys(handlers).map((task) => ({ task, seconds: (limitsMs?.[task] ?? limitMs) / 1000 })),
  )
  return unlockJobs(
    pool,
    `FROM graphile_worker._private_tasks task, unnest($1::text[], $2::float[]) AS lane (name, seconds)
     WHERE task.id = job.task_id AND task.identifier = lane.name
       AND job.locked_at < now() - make_interval(secs => lane.seconds + $3)`,
    [limits.map(({ task }) => task), limits.map(({ seconds }) => seconds), graceSeconds],
  )
}

/**
 * The version of graphile-worker whose private tables the statements of this folder use. Before writing another one
 * here, compare what it does when it locks and unlocks jobs and queues.
 * @internal
 */
export const comparedWith = '0.18.0'

/** Unlocks jobs, so that other workers may take them, and doesn't count the interrupted try. */
async function unlockJobs(pool: pg.Pool, which: string, values: readonly unknown[]): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE graphile_worker._private_jobs job
     SET locked_at = NULL, locked_by = NULL, attempts = greatest(attempts - 1, 0) ${which}`,
    [...values],
  )
  await unlockQueues(pool)
  return rowCount ?? 0
}

/** A queue is locked and unlocked together with its job. Unlocks the queues whose job was freed above. */
async function unlockQueues(pool: pg.Pool): Promise<void> {
  await pool.query(
    `UPDATE graphile_worker._private_job_queues queue SET locked_at = NULL, locked_by = NULL
     WHERE locked_at < now() - make_interval(secs => $1) AND NOT EXISTS (
       SELECT FROM graphile_worker._private_jobs job
       WHERE job.job_queue_id = queue.id AND job.locked_by = queue.locked_by)`,
    [minLockSeconds],
  )
}
