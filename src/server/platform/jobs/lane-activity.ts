import type { WorkerEvents } from 'graphile-worker'

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
