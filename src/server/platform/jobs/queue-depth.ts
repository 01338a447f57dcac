import { type Queryable, sql } from '../database/index.ts'

/** How a type of job stands in the queue; `oldestSeconds` is for how long the longest waiting one could have begun, 0 when none waits. */
export type QueueDepth = {
  task: string
  waiting: number
  running: number
  failing: number
  oldestSeconds: number
}

/** Every type of job of which there is one, whichever process is to do it. */
export function readQueueDepth(q: Queryable): Promise<QueueDepth[]> {
  const waits = sql`job.locked_at IS NULL AND job.run_at <= now()`
  return q.rows<QueueDepth>(sql`
    SELECT task.identifier AS task, count(*) FILTER (WHERE ${waits}) AS waiting,
      count(*) FILTER (WHERE job.locked_at IS NOT NULL) AS running,
      count(*) FILTER (WHERE job.locked_at IS NULL AND job.attempts > 0) AS failing,
      coalesce(extract(epoch FROM now() - min(job.run_at) FILTER (WHERE ${waits})), 0)::float AS "oldestSeconds"
    FROM graphile_worker._private_jobs job JOIN graphile_worker._private_tasks task ON task.id = job.task_id
    GROUP BY task.identifier`)
}
