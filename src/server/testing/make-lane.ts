import type { JobHandlers, Lane } from '../platform/jobs/index.ts'

export function makeLane(handlers: JobHandlers, more: Partial<Lane> = {}): Lane {
  return { name: 'test', handlers, concurrency: 2, limitMs: 60_000, longestPauseMs: 60_000, ...more }
}
