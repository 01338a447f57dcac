export { createTimeSource } from './create-time-source.ts'
export type { TimeSource } from './time-source.ts'
export { watchClock } from './watch-clock.ts'
