export { createTimeSource } from './create-time-source.ts'
export type { TimeSource } from './time-source.ts'
export { measureAhead, refuseFarClock, watchClock } from './watch-clock.ts'
