import { z } from 'zod'
import type { Transaction } from '../database/index.ts'
import type { Requester } from '../waiting/index.ts'

/**
 * A type of job: its name in the queue, and its payload. Jobs of one `queue` run one after the other, in any process;
 * jobs without a queue run in parallel.
 */
export type JobType<Payload> = { name: string; schema: z.ZodType<Payload>; queue?: string }

/** One of several jobs of a type; `key` makes it unique. */
type KeyedJob<Payload> = { payload: Payload; key: string }

/** The place of a job among those of its type: its priority, and the flags that decide the places of later jobs. */
export type Place = { priority: number; flags: string[] }

/**
 * Work that runs soon after the change, and survives a crash of the process. Enqueueing a payload that doesn't match
 * the schema throws UnreadablePayload.
 */
export type Jobs = {
  /**
   * Enqueues in the caller's transaction, so the job exists exactly if the change does.
   * `key` makes the job unique: enqueueing again replaces a job that has not started. `runAt` delays it. Waiting jobs
   * of one lane start in the order of `priority`, the lowest first; the default is 0.
   */
  enqueue<Payload>(
    tx: Transaction,
    type: JobType<Payload>,
    payload: NoInfer<Payload>,
    options?: { key?: string; runAt?: Date } & Partial<Place>,
  ): Promise<void>
  /** Enqueues many jobs in one statement. */
  enqueueAll<Payload>(
    tx: Transaction,
    type: JobType<Payload>,
    jobs: readonly KeyedJob<NoInfer<Payload>>[],
  ): Promise<void>
  /**
   * Finds a place for a job of a type: networks take turns, with an IPv6 /48 counted as one, then the accounts and
   * links of a network; `isLast` comes after all others. Null when two jobs of this account or link are already in the
   * line, including a running one. Other callers wait until the transaction ends.
   */
  reservePlace(tx: Transaction, type: Pick<JobType<unknown>, 'name'>, by: Requester): Promise<Place | null>
}

/** Handlers by job name. A throw retries the job with back-off, up to its lane's longest pause. */
export type JobHandlers = Record<string, (payload: unknown) => Promise<void>>

/** A job without payload that runs on a schedule; `cron` is a five-field pattern in UTC. */
export type RecurringJob = { job: JobType<object>; cron: string }

/** Tasks with their own workers: jobs waiting in one lane, such as mails for a silent server, block no other lane. */
export type Lane = {
  name: string
  handlers: JobHandlers
  /** The number of jobs that run at the same time. */
  concurrency: number
  /** Time limit of a try; a longer try counts as failed, and the next job starts. */
  limitMs: number
  /** Different limits, by job name. */
  limitsMs?: Readonly<Record<string, number>>
  /** The longest pause before a failed job is retried. */
  longestPauseMs: number
}

/** The number of failed tries after which the queue's pauses (e^tries seconds) stop growing. */
export function computeLongestPauseTry({ longestPauseMs }: Pick<Lane, 'longestPauseMs'>): number {
  return Math.max(1, Math.floor(Math.log(longestPauseMs / 1000)))
}

/** A type of job with its handler. `Parts` are the handler's dependencies. */
export type Job<Payload, Parts> = JobType<Payload> & {
  run: (parts: Parts, payload: unknown) => Promise<void>
}

/** For jobs that need only their name. */
export const noPayload = z.object({})

/**
 * Defines a job by its name, payload and handler. When `handle` throws, the job is retried. When the payload doesn't
 * match `schema`, `handle` isn't called and the job isn't retried.
 */
export function defineJob<Payload, Parts>(
  name: string,
  schema: z.ZodType<Payload>,
  handle: (parts: Parts, payload: Payload) => Promise<void>,
  { queue }: Pick<JobType<Payload>, 'queue'> = {},
): Job<Payload, Parts> {
  return {
    name,
    schema,
    ...(queue && { queue }),
    run: async (parts, payload) => handle(parts, readPayload(name, schema, payload)),
  }
}

export function bindJobs<Parts>(parts: Parts, jobs: readonly Job<unknown, Parts>[]): JobHandlers {
  return Object.fromEntries(jobs.map(({ name, run }) => [name, (payload: unknown) => run(parts, payload)]))
}

/**
 * The stored payload of a job doesn't match its type, so a retry would not help. Names the fields and quotes no value.
 */
export class UnreadablePayload extends Error {
  readonly fields: string[]
  constructor(name: string, fields: string[]) {
    super(`the payload of ${name} is not what its type says`)
    this.fields = fields
  }
}

/** Throws UnreadablePayload when the payload doesn't match the schema. */
export function readPayload<Payload>(name: string, schema: z.ZodType<Payload>, stored: unknown): Payload {
  const read = schema.safeParse(stored)
  if (read.success) return read.data
  throw new UnreadablePayload(
    name,
    read.error.issues.map(({ path }) => path.join('.')),
  )
}

/** The field beside the payload for the id of the request that enqueued the job. */
export const requestIdField = '_requestId'

/** The request id in a stored payload, if any. */
export function findRequestId(stored: unknown): string | undefined {
  const id = (stored as Record<string, unknown> | null)?.[requestIdField]
  return typeof id === 'string' ? id : undefined
}
