import { type Queryable, sql, type Transaction } from '../database/index.ts'
import { findRequestIdOfNow } from '../logging/index.ts'
import type { Signing } from '../signing/index.ts'
import { type Asker, maxWaiting, nameWidest } from '../take-turns.ts'
import type { Jobs, JobType, Place } from './jobs.ts'
import { readPayload, requestIdField } from './read-payload.ts'

/** Priorities are small integers; from this one on are those who come after everybody else. */
const lateFrom = 2 ** 14

/** A flag of a job whose sender had one in the line already. */
const another = 'another of its sender'

/** Enqueues through graphile-worker's SQL function, so that a job commits or vanishes together with the change that wants it. */
export function createDatabaseJobs(signing: Pick<Signing, 'computeMac'>): Jobs {
  return {
    async enqueue(tx, type, payload, { runAt, key, priority, flags } = {}) {
      await tx.run(sql`SELECT graphile_worker.add_job(
        ${type.name}, ${toJson(type, payload)}::json, run_at => ${runAt ?? null}, job_key => ${key ?? null},
        priority => ${priority ?? 0}, flags => ${flags ?? null}
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
    takePlace: (tx, { name }, by) =>
      takePlace(tx, name, by, {
        sender: `sender ${by.sender}`,
        network: `network ${signing.computeMac('job-line', nameWidest(by) ?? '')}`,
      }),
  }
}

/**
 * The line begins where its first job stands. A network stands behind as many places as it has senders in the line, and a sender's second job
 * behind all of its network: so networks take turns, and the senders of one.
 */
async function takePlace(
  tx: Transaction,
  task: string,
  { isLast = false }: Asker,
  { sender, network }: { sender: string; network: string },
): Promise<Place | null> {
  await tx.row(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`line of ${task}`}, 0))`)
  const from = isLast ? lateFrom : 0
  const line = await tx.row<{ ofSender: number; ofNetwork: number; senders: number; first: number }>(sql`
    SELECT count(*) FILTER (WHERE job.flags ? ${sender}) AS "ofSender",
      count(*) FILTER (WHERE job.flags ? ${network}) AS "ofNetwork",
      count(*) FILTER (WHERE job.flags ? ${network} AND NOT job.flags ? ${another}) AS senders,
      coalesce(min(job.priority) FILTER (WHERE job.priority BETWEEN ${from} AND ${from + lateFrom - 1}), ${from})::integer AS first
    FROM graphile_worker._private_jobs job JOIN graphile_worker._private_tasks task ON task.id = job.task_id
    WHERE task.identifier = ${task}`)
  if (!line) throw new Error('the line was not counted')
  const { ofSender, ofNetwork, senders, first } = line
  if (ofSender >= maxWaiting.sender) return null
  const priority = Math.min(first + (ofSender > 0 ? ofNetwork : senders), from + lateFrom - 1)
  return { priority, flags: [sender, network, ...(ofSender > 0 ? [another] : [])] }
}

/** How many jobs of its type come before the one of this key, those that are worked on included; 0 where there is none, or it is worked on. */
export async function countJobsBefore(q: Queryable, key: string): Promise<number> {
  const row = await q.row<{ before: number }>(sql`
    SELECT count(*) AS before FROM graphile_worker._private_jobs own
    JOIN graphile_worker._private_jobs job ON job.task_id = own.task_id AND job.id <> own.id
    WHERE own.key = ${key} AND own.locked_at IS NULL
      AND (job.locked_at IS NOT NULL OR (job.priority, job.run_at, job.id) < (own.priority, own.run_at, own.id))`)
  return row?.before ?? 0
}

function toJson<Payload>({ name, schema }: JobType<Payload>, payload: Payload): string {
  return JSON.stringify({ ...readPayload(name, schema, payload), [requestIdField]: findRequestIdOfNow() })
}
