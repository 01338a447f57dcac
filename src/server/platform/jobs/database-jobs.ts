import { sql } from '../database/index.ts'
import type { Jobs } from './jobs.ts'

/** Enqueues through graphile-worker's SQL function, so that a job commits or vanishes together with the change that wants it. */
export const databaseJobs: Jobs = {
  async enqueue(tx, task, payload, options = {}) {
    await tx.run(sql`SELECT graphile_worker.add_job(
      ${task}, ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}, job_key => ${options.key ?? null},
      priority => ${options.priority ?? 0}
    )`)
  },
  async enqueueAll(tx, task, jobs) {
    if (jobs.length === 0) return
    await tx.run(sql`
      SELECT graphile_worker.add_jobs(array_agg(
        (${task}, payload, NULL, NULL, NULL, key, NULL, NULL)::graphile_worker.job_spec))
      FROM unnest(${jobs.map(({ payload }) => JSON.stringify(payload))}::json[], ${jobs.map(({ key }) => key)}::text[])
        AS job (payload, key)`)
  },
}
