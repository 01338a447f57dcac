import { waitAtMost } from '../wait-at-most.ts'
import type { LaneActivity } from './lane-activity.ts'

/** How long a lane gives way without a pause of the other's. */
export const givesWayMs = 5000

/**
 * What this answers is awaited before each look for a job: it waits while the other lane has work. When that has had work for `patienceMs`, both go on
 * side by side until the other rests.
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
