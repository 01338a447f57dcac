import { runMigrations, Logger as WorkerLogger } from 'graphile-worker'
import pg from 'pg'
import { type Queryable, sql, type Transaction } from '../database/index.ts'
import { migrationLock } from '../database/migrate.ts'
import { makeSessionConfig } from '../database/session.ts'
import type { Signing } from '../keys/index.ts'
import { findCurrentRequestId } from '../logging/index.ts'
import { getWidestNetwork, maxWaiting, type Requester } from '../waiting/index.ts'
import { type Jobs, type JobType, type Place, readPayload, requestIdField } from './jobs.ts'

export { isOtherKeyInUse } from './abandoned.ts'
export {
  countLate,
  type Duty,
  defineDuty,
  defineRound,
  enqueueMissing,
  handleEach,
  hasNoJob,
  listWithoutJob,
  type Overdue,
  tryEach,
} from './duties.ts'
export {
  bindJobs,
  defineJob,
  type Job,
  type JobHandlers,
  type Jobs,
  type JobType,
  type Lane,
  noPayload,
  type Place,
  type RecurringJob,
  readPayload,
  UnreadablePayload,
} from './jobs.ts'

export {
  /** @internal */ countConnections,
  /** @internal */ openDueJobs,
  /** @internal */ runDueJobs,
  startWorkers,
  type WorkersOptions,
} from './workers.ts'

/** Priorities are small integers; jobs from this one on run after all others. */
const lowPriorityFrom = 2 ** 14

/** Flags a job whose sender already had a job in the line. */
const repeatedSender = 'another of its sender'

/**
 * Enqueues through graphile-worker's SQL function, so that a job is committed or rolled back with the change that
 * causes it.
 */
export function createDatabaseJobs(signing: Pick<Signing, 'computeMac'>): Jobs {
  return {
    async enqueue(tx, type, payload, { runAt, key, priority, flags } = {}) {
      await tx.run(sql`SELECT graphile_worker.add_job(
        ${type.name}, ${toJson(type, payload)}::json, run_at => ${runAt ?? null}, job_key => ${key ?? null},
        priority => ${priority ?? 0}, flags => ${flags ?? null}, queue_name => ${type.queue ?? null}
      )`)
    },
    async enqueueAll(tx, type, jobs) {
      if (jobs.length === 0) return
      await tx.run(sql`
        SELECT graphile_worker.add_jobs(array_agg(
          (${type.name}, payload, ${type.queue ?? null}, NULL, NULL, key, NULL, NULL)::graphile_worker.job_spec))
        FROM unnest(${jobs.map(({ payload }) => toJson(type, payload))}::json[], ${jobs.map(({ key }) => key)}::text[])
          AS job (payload, key)`)
    },
    reservePlace: (tx, { name }, by) =>
      reservePlace(tx, name, by, {
        sender: `sender ${by.sender}`,
        network: `network ${signing.computeMac('job-line', getWidestNetwork(by) ?? '')}`,
      }),
  }
}

/**
 * The line begins at its first job. A network's next place is as far behind it as the number of its senders in the
 * line, and a sender's second job comes after all jobs of its network. So networks take turns, and the senders of a
 * network take turns within it.
 */
async function reservePlace(
  tx: Transaction,
  task: string,
  { isLast = false }: Requester,
  { sender, network }: { sender: string; network: string },
): Promise<Place | null> {
  await tx.row(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`line of ${task}`}, 0))`)
  const from = isLast ? lowPriorityFrom : 0
  const line = await tx.row<{ ofSender: number; ofNetwork: number; senders: number; first: number }>(sql`
    SELECT count(*) FILTER (WHERE job.flags ? ${sender}) AS of_sender,
      count(*) FILTER (WHERE job.flags ? ${network}) AS of_network,
      count(*) FILTER (WHERE job.flags ? ${network} AND NOT job.flags ? ${repeatedSender}) AS senders,
      coalesce(min(job.priority) FILTER (WHERE job.priority BETWEEN ${from} AND ${from + lowPriorityFrom - 1}), ${from})::integer AS first
    FROM graphile_worker.jobs job WHERE job.task_identifier = ${task}`)
  if (!line) throw new Error('the line was not counted')
  const { ofSender, ofNetwork, senders, first } = line
  if (ofSender >= maxWaiting.sender) return null
  const priority = Math.min(first + (ofSender > 0 ? ofNetwork : senders), from + lowPriorityFrom - 1)
  return { priority, flags: [sender, network, ...(ofSender > 0 ? [repeatedSender] : [])] }
}

/**
 * The number of jobs of the same type before the job with this key, including running ones; 0 when there is no such job
 * or it is running.
 */
export async function countJobsBefore(q: Queryable, key: string): Promise<number> {
  const row = await q.row<{ before: number }>(sql`
    SELECT count(*) AS before FROM graphile_worker.jobs own
    JOIN graphile_worker.jobs job ON job.task_identifier = own.task_identifier AND job.id <> own.id
    WHERE own.key = ${key} AND own.locked_at IS NULL
      AND (job.locked_at IS NOT NULL OR (job.priority, job.run_at, job.id) < (own.priority, own.run_at, own.id))`)
  return row?.before ?? 0
}

function toJson<Payload>({ name, schema }: JobType<Payload>, payload: Payload): string {
  return JSON.stringify({ ...readPayload(name, schema, payload), [requestIdField]: findCurrentRequestId() })
}

/**
 * The state of one type of job in the queue; `oldestSeconds` is the time since the oldest waiting job could have
 * started, 0 when none waits.
 */
export type QueueDepth = {
  task: string
  waiting: number
  running: number
  failing: number
  oldestSeconds: number
}

/** The depth of every type that has jobs, for all processes. */
export function readQueueDepth(q: Queryable): Promise<QueueDepth[]> {
  const waits = sql`job.locked_at IS NULL AND job.run_at <= now()`
  return q.rows<QueueDepth>(sql`
    SELECT task_identifier AS task, count(*) FILTER (WHERE ${waits}) AS waiting,
      count(*) FILTER (WHERE job.locked_at IS NOT NULL) AS running,
      count(*) FILTER (WHERE job.locked_at IS NULL AND job.attempts > 0) AS failing,
      coalesce(extract(epoch FROM now() - min(job.run_at) FILTER (WHERE ${waits})), 0)::float AS oldest_seconds
    FROM graphile_worker.jobs job GROUP BY task_identifier`)
}

/**
 * Migrates the job queue's own schema (`graphile_worker`); must run before anything is enqueued. Processes that start
 * together wait for each other, because the library's own locking fails with three processes.
 */
export async function prepareJobSchema(connectionString: string): Promise<void> {
  const client = new pg.Client(makeSessionConfig('maintenance', connectionString, 'assent migrate'))
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await runMigrations({
      connectionString,
      logger: new WorkerLogger(() => () => {}),
      noHandleSignals: true,
    })
  } finally {
    await client.end()
  }
}
