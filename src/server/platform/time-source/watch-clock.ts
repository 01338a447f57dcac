import { performance } from 'node:perf_hooks'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logging/logger.ts'

const everyMs = 60_000
/** Time servers correct a clock by less between two looks. */
const toleratedMs = 1000

/** Compares the clock with the time that really passed: `look` says in the log by how much it was set since the last look. */
export function startComparing(
  clock: Clock,
  logger: Pick<Logger, 'warn'>,
  passedMs: () => number = () => performance.now(),
): () => void {
  let last = clock.now().getTime() - passedMs()
  return () => {
    const now = clock.now().getTime() - passedMs()
    const movedMs = Math.round(now - last)
    last = now
    if (Math.abs(movedMs) > toleratedMs)
      logger.warn({ event: 'clock_set', movedMs }, 'the clock of this machine was set')
  }
}

/** Looks every minute, until stopped. */
export function watchClock(clock: Clock, logger: Logger): { stop(): void } {
  const timer = setInterval(startComparing(clock, logger), everyMs)
  return { stop: () => clearInterval(timer) }
}
