import type pg from 'pg'
import type { Lane } from './jobs.ts'

/** Job queue connections have this name, by which a process that starts sees whether others work. */
export const queueName = 'assent jobs'

/** The outcome of a try that took too long is written within this time. */
const graceSeconds = 30

/** A queue is freed only when it was taken before this statement began. */
const doubtSeconds = 5

/** Frees the jobs that are taken by any other process, unless one works. Answers how many. */
export function freeLeftJobs(pool: pg.Pool): Promise<number> {
  const others = `SELECT FROM pg_stat_activity
    WHERE application_name = $1 AND datname = current_database() AND pid <> pg_backend_pid()`
  return free(pool, `WHERE locked_by IS NOT NULL AND NOT EXISTS (${others})`, [queueName])
}

/** Frees the jobs that are taken by pools of workers that have ended. Answers how many. */
export function freeJobsOf(pool: pg.Pool, endedPools: readonly string[]): Promise<number> {
  return free(pool, 'WHERE locked_by = ANY ($1)', [endedPools])
}

/**
 * Frees jobs that are taken for longer than a try may take: their process ended or froze, or never learned that it took
 * them. Answers how many.
 */
export function freeOverlongJobs(pool: pg.Pool, lanes: readonly Lane[]): Promise<number> {
  const limits = lanes.flatMap(({ handlers, limitMs, limitsMs }) =>
    Object.keys(handlers).map((task) => ({ task, seconds: (limitsMs?.[task] ?? limitMs) / 1000 })),
  )
  return free(
    pool,
    `FROM graphile_worker._private_tasks task, unnest($1::text[], $2::float[]) AS lane (name, seconds)
     WHERE task.id = job.task_id AND task.identifier = lane.name
       AND job.locked_at < now() - make_interval(secs => lane.seconds + $3)`,
    [limits.map(({ task }) => task), limits.map(({ seconds }) => seconds), graceSeconds],
  )
}

/** Unfinished jobs may be taken by other workers, and the try that was cut off does not count. */
async function free(pool: pg.Pool, which: string, values: readonly unknown[]): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE graphile_worker._private_jobs job
     SET locked_at = NULL, locked_by = NULL, attempts = greatest(attempts - 1, 0) ${which}`,
    [...values],
  )
  await freeQueues(pool)
  return rowCount ?? 0
}

/** A queue is taken and freed together with its job: one whose job was freed above is open for the next. */
async function freeQueues(pool: pg.Pool): Promise<void> {
  await pool.query(
    `UPDATE graphile_worker._private_job_queues queue SET locked_at = NULL, locked_by = NULL
     WHERE locked_at < now() - make_interval(secs => $1) AND NOT EXISTS (
       SELECT FROM graphile_worker._private_jobs job
       WHERE job.job_queue_id = queue.id AND job.locked_by = queue.locked_by)`,
    [doubtSeconds],
  )
}
