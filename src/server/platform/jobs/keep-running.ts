import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../logging/logger.ts'

/** Something that works until it is stopped; `promise` settles when it has ended, whyever. */
export type Runner = { promise: Promise<void>; stop(): Promise<void> }

const pausesMs = [250, 500, 1000, 2000] as const

/**
 * Starts a runner again whenever it ends by itself, as after a long outage of the database, with growing pauses while it cannot be started.
 * Throws when the first start fails.
 */
export async function keepRunning(
  start: () => Promise<Runner>,
  logger: Logger,
): Promise<Pick<Runner, 'stop'>> {
  const stopping = new AbortController()
  let runner = await start()

  async function startAgain(): Promise<void> {
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      const pauseMs = pausesMs[Math.min(attempt, pausesMs.length - 1)]
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        runner = await start()
        return
      } catch {
        // The next round tries again.
      }
    }
  }

  const watching = (async () => {
    for (;;) {
      await runner.promise.catch(() => {})
      if (stopping.signal.aborted) return
      logger.warn({}, 'the job workers ended; they are started again')
      await startAgain()
      if (stopping.signal.aborted) await runner.stop().catch(() => {})
    }
  })()

  return {
    async stop() {
      stopping.abort()
      await runner.stop().catch(() => {})
      await watching
    },
  }
}
