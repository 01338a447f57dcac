import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'

/** How soon after a look that found nothing the next one comes. */
export const seldomMs = 250

/**
 * Every worker is told of every job, whoever's it is, and looks for one of its own. Whoever has few jobs would so ask the database for each
 * that others have. What this answers is awaited before each look: it waits as long as a look found nothing a moment ago. After a job, and
 * after a while without one, the next look comes at once.
 *
 * @returns for the library's `forbiddenFlags`, of which it names none
 */
export function lookSeldom(events: WorkerEvents): () => Promise<null> {
  let foundNoneAt = Number.NEGATIVE_INFINITY
  events.on('worker:getJob:empty', () => {
    foundNoneAt = performance.now()
  })
  events.on('job:start', () => {
    foundNoneAt = Number.NEGATIVE_INFINITY
  })
  return async () => {
    const computePauseMs = () => foundNoneAt + seldomMs - performance.now()
    // A timer may come a fraction of a millisecond before the clock that it is compared with.
    while (computePauseMs() > 0) await wait(Math.ceil(computePauseMs()))
    return null
  }
}
