import type { RateLimits } from './rate-limits.ts'

/** Limits switched off, for load and conformance runs (RATE_LIMITS=off). */
export const noRateLimits: RateLimits = {
  consume: async () => ({ allowed: true, retryAfterSeconds: 0, points: 0 }),
  countTaken: async () => 0,
  giveBack: async () => {},
  reset: async () => {},
  forget: async () => {},
}
