import type { Transaction } from '../database/index.ts'

/** One of several jobs of a task; `key` makes it unique. */
export type KeyedJob = { payload: Record<string, unknown>; key: string }

/** Work that happens soon after, and survives the process. */
export type Jobs = {
  /**
   * Enqueues in the caller's transaction: the job exists exactly if the change does.
   * `key` makes it unique: a second enqueue replaces one that has not started. `runAt` delays it. Of jobs that wait in one lane, those of a
   * lower `priority` come first; 0 is usual.
   */
  enqueue(
    tx: Transaction,
    task: string,
    payload: Record<string, unknown>,
    options?: { key?: string; runAt?: Date; priority?: number },
  ): Promise<void>
  /** Enqueues many at once, in one statement. */
  enqueueAll(tx: Transaction, task: string, jobs: readonly KeyedJob[]): Promise<void>
}

/** Which job is being worked on; the id stays the same when it is tried again. */
export type JobInfo = { id: string }

/** What a feature registers: the task's name and what it does. Throwing retries it, with pauses that grow up to those of its lane. */
export type JobHandlers = Record<string, (payload: Record<string, unknown>, job: JobInfo) => Promise<void>>

/** A task without payload that falls due by the clock; `cron` is a five-field pattern in UTC. */
export type RecurringJob = { task: string; cron: string }
