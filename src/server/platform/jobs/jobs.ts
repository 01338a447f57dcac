import { z } from 'zod'
import type { Transaction } from '../database/index.ts'
import type { Asker } from '../waiting/index.ts'

/**
 * A type of job: its name in the queue, and its payload. Jobs of one `queue` run one after the other, in any process;
 * jobs without one in parallel.
 */
export type JobType<Payload> = { name: string; schema: z.ZodType<Payload>; queue?: string }

/** One of several jobs of a type; `key` makes it unique. */
type KeyedJob<Payload> = { payload: Payload; key: string }

/** The place of a job among those of its type: its priority, and the flags by which later jobs are placed. */
export type Place = { priority: number; flags: string[] }

/**
 * Work that happens soon after, and survives the process. Enqueuing a payload that does not match the schema throws
 * UnreadablePayload.
 */
export type Jobs = {
  /**
   * Enqueues in the caller's transaction: the job exists exactly if the change does.
   * `key` makes it unique: a second enqueue replaces one that has not started. `runAt` delays it. Of jobs that wait in
   * one lane, those of a lower `priority` come first; 0 is usual.
   */
  enqueue<Payload>(
    tx: Transaction,
    type: JobType<Payload>,
    payload: NoInfer<Payload>,
    options?: { key?: string; runAt?: Date } & Partial<Place>,
  ): Promise<void>
  /** Enqueues many at once, in one statement. */
  enqueueAll<Payload>(
    tx: Transaction,
    type: JobType<Payload>,
    jobs: readonly KeyedJob<NoInfer<Payload>>[],
  ): Promise<void>
  /**
   * A place for one job of a type: networks take turns, an IPv6 /48 as one, then the accounts and links of a network;
   * `last` comes after all others. Null when two jobs of this account or link are in the line, the one being worked on
   * included. Other askers wait until the transaction ends.
   */
  takePlace(tx: Transaction, type: Pick<JobType<unknown>, 'name'>, by: Asker): Promise<Place | null>
}

/** Handlers by the name of the job. A throw retries the job with back-off, up to its lane's longest pause. */
export type JobHandlers = Record<string, (payload: unknown) => Promise<void>>

/** A job without payload that falls due by the clock; `cron` is a five-field pattern in UTC. */
export type RecurringJob = { job: JobType<object>; cron: string }

/**
 * Tasks with workers of their own: jobs that wait in one lane, such as mails for a silent server, hold up no other
 * lane.
 */
export type Lane = {
  name: string
  handlers: JobHandlers
  /** Jobs at the same time. */
  concurrency: number
  /** A try that takes longer has failed, and gives its place to the next. */
  limitMs: number
  /** Another limit, by the name of the job. */
  limitsMs?: Readonly<Record<string, number>>
  /** The longest pause before a job that failed is tried again. */
  longestPauseMs: number
}

/** The number of failed tries after which the queue's pauses (e^tries seconds) grow no longer. */
export function computeLongestPauseTry({ longestPauseMs }: Pick<Lane, 'longestPauseMs'>): number {
  return Math.max(1, Math.floor(Math.log(longestPauseMs / 1000)))
}

/** A type of job with its handler. `Parts` are the handler's dependencies. */
export type Job<Payload, Parts> = JobType<Payload> & {
  run: (parts: Parts, payload: unknown) => Promise<void>
}

/** For jobs whose name says it all. */
export const noPayload = z.object({})

/**
 * A job by name, its payload, and its handler. When `handle` throws, it is retried; when the payload does not match
 * `schema`, `handle` is not called and nothing is retried.
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

/** The jobs as workers take them. */
export function bindJobs<Parts>(parts: Parts, jobs: readonly Job<unknown, Parts>[]): JobHandlers {
  return Object.fromEntries(jobs.map(({ name, run }) => [name, (payload: unknown) => run(parts, payload)]))
}

/**
 * The stored payload of a job does not have its type's shape. A retry would not help. Names the fields and quotes no
 * value.
 */
export class UnreadablePayload extends Error {
  readonly fields: string[]
  constructor(name: string, fields: string[]) {
    super(`the payload of ${name} is not what its type says`)
    this.fields = fields
  }
}

/** Throws UnreadablePayload. */
export function readPayload<Payload>(name: string, schema: z.ZodType<Payload>, stored: unknown): Payload {
  const read = schema.safeParse(stored)
  if (read.success) return read.data
  throw new UnreadablePayload(
    name,
    read.error.issues.map(({ path }) => path.join('.')),
  )
}

/** Beside the payload: the request that enqueued it. */
export const requestIdField = '_requestId'

/** The request that a stored payload names, if it does. */
export function findRequestId(stored: unknown): string | undefined {
  const id = (stored as Record<string, unknown> | null)?.[requestIdField]
  return typeof id === 'string' ? id : undefined
}
