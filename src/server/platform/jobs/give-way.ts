import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { waitAtMost } from '../waiting/index.ts'

/** How long a lane gives way without a pause of the other's. */
export const givesWayMs = 5000

/**
 * What this answers is awaited before each look for a job: it waits while the other lane has work. When that has had
 * work for `patienceMs`, both go on side by side until the other rests.
 *
 * @returns for the library's `forbiddenFlags`, of which it names none
 */
export function giveWay(
  other: Pick<LaneActivity, 'isBusy' | 'rested'>,
  patienceMs = givesWayMs,
): () => Promise<null> {
  let untilMs: number | null = null
  return async () => {
    if (!other.isBusy()) {
      untilMs = null
      return null
    }
    untilMs ??= performance.now() + patienceMs
    await waitAtMost(Math.max(0, untilMs - performance.now()), other.rested())
    return null
  }
}

/** Whether a lane has work. It has none once nothing runs in it and its last look at the queue found nothing. */
export type LaneActivity = {
  isBusy(): boolean
  /** Resolves once the lane has no work, at once when it has none. */
  rested(): Promise<void>
  /** Follows workers of the lane, from their start; those of before have ended. */
  follow(events: WorkerEvents): void
  /** Its workers take no more jobs: nobody is to wait for it. */
  rest(): void
}

export function createLaneActivity(): LaneActivity {
  let running = 0
  let hasLookedInVain = true
  let waiting: (() => void)[] = []
  const isBusy = () => running > 0 || !hasLookedInVain

  function tell(): void {
    if (isBusy()) return
    for (const resolve of waiting) resolve()
    waiting = []
  }

  function rest(): void {
    running = 0
    hasLookedInVain = true
    tell()
  }

  return {
    isBusy,
    rested: () => (isBusy() ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
    rest,
    follow(events) {
      rest()
      events.on('job:start', () => {
        running += 1
        hasLookedInVain = false
      })
      events.on('job:complete', () => {
        running = Math.max(0, running - 1)
        tell()
      })
      events.on('worker:getJob:empty', () => {
        hasLookedInVain = true
        tell()
      })
    },
  }
}

/** How soon after a look that found nothing the next one comes. */
const seldomMs = 250

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
