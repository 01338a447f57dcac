import type { z } from 'zod'
import type { Transaction } from '../database/index.ts'
import type { Asker } from '../take-turns.ts'

/** A type of job: the name under which it waits, and what it is told. */
export type JobType<Payload> = { name: string; schema: z.ZodType<Payload> }

/** One of several jobs of a type; `key` makes it unique. */
export type KeyedJob<Payload> = { payload: Payload; key: string }

/** Where a job stands among those of its type, and what the next who ask are placed by. */
export type Place = { priority: number; flags: string[] }

/** Work that happens soon after, and survives the process. Whoever enqueues what the schema of a type does not take gets UnreadablePayload. */
export type Jobs = {
  /**
   * Enqueues in the caller's transaction: the job exists exactly if the change does.
   * `key` makes it unique: a second enqueue replaces one that has not started. `runAt` delays it. Of jobs that wait in one lane, those of a
   * lower `priority` come first; 0 is usual.
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
   * A place for one job of a type: networks take turns, an IPv6 /48 with everybody in it one, then the accounts and links of a network; who is
   * last comes after everybody else. Null when two jobs of this account or link are in the line, the one being worked on included. Others who
   * ask wait until the transaction ends.
   */
  takePlace(tx: Transaction, type: Pick<JobType<unknown>, 'name'>, by: Asker): Promise<Place | null>
}

/** What workers do, by the name of the job. Throwing retries it, with pauses that grow up to those of its lane. */
export type JobHandlers = Record<string, (payload: unknown) => Promise<void>>

/** A job without payload that falls due by the clock; `cron` is a five-field pattern in UTC. */
export type RecurringJob = { job: JobType<object>; cron: string }
