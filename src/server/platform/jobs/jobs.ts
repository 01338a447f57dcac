import type { Transaction } from '../database/index.ts'

/** Work that happens soon after, and survives the process. */
export type Jobs = {
  /**
   * Enqueues in the caller's transaction: the job exists exactly if the change does.
   * `key` makes it unique: a second enqueue replaces one that has not started. `runAt` delays it.
   */
  enqueue(
    tx: Transaction,
    task: string,
    payload: Record<string, unknown>,
    options?: { key?: string; runAt?: Date },
  ): Promise<void>
}

/** Which job is being worked on; the id stays the same when it is tried again. */
export type JobInfo = { id: string }

/** What a feature registers: the task's name and what it does. Throwing retries it with exponential back-off. */
export type JobHandlers = Record<string, (payload: Record<string, unknown>, job: JobInfo) => Promise<void>>

/** A task without payload that falls due by the clock; `cron` is a five-field pattern in UTC. */
export type RecurringJob = { task: string; cron: string }
