import type { JobHandlers } from './jobs.ts'

/**
 * Tasks that share workers of their own, so that what waits in one lane, such as mails for a silent server, holds up nothing in another.
 */
export type Lane = {
  name: string
  handlers: JobHandlers
  /** Jobs at the same time. */
  concurrency: number
  /** A try that takes longer has failed, and gives its place to the next. */
  limitMs: number
  /** The longest pause before a job that failed is tried again. */
  longestPauseMs: number
  /** Whether its jobs are few, so that most of what its workers are told of is not for them. */
  isQuiet?: boolean
  /** The lane whose jobs come first: this one waits while that has work, 5 s at most. */
  givesWayTo?: string
  /** For how long, instead of the usual 5 s. */
  givesWayMs?: number
}

/** The number of failed tries after which the queue's pauses (e^tries seconds) grow no longer. */
export function computeLongestPauseTry({ longestPauseMs }: Pick<Lane, 'longestPauseMs'>): number {
  return Math.max(1, Math.floor(Math.log(longestPauseMs / 1000)))
}
