import { sql } from '../database/index.ts'
import { findRequestIdOfNow } from '../logging/index.ts'
import type { Jobs, JobType } from './jobs.ts'
import { readPayload, requestIdField } from './read-payload.ts'

/** Enqueues through graphile-worker's SQL function, so that a job commits or vanishes together with the change that wants it. */
export const databaseJobs: Jobs = {
  async enqueue(tx, type, payload, options = {}) {
    await tx.run(sql`SELECT graphile_worker.add_job(
      ${type.name}, ${toJson(type, payload)}::json, run_at => ${options.runAt ?? null}, job_key => ${options.key ?? null},
      priority => ${options.priority ?? 0}
    )`)
  },
  async enqueueAll(tx, type, jobs) {
    if (jobs.length === 0) return
    await tx.run(sql`
      SELECT graphile_worker.add_jobs(array_agg(
        (${type.name}, payload, NULL, NULL, NULL, key, NULL, NULL)::graphile_worker.job_spec))
      FROM unnest(${jobs.map(({ payload }) => toJson(type, payload))}::json[], ${jobs.map(({ key }) => key)}::text[])
        AS job (payload, key)`)
  },
}

function toJson<Payload>({ name, schema }: JobType<Payload>, payload: Payload): string {
  return JSON.stringify({ ...readPayload(name, schema, payload), [requestIdField]: findRequestIdOfNow() })
}
