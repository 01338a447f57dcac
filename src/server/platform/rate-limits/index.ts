export { createDatabaseRateLimits } from './database-rate-limits.ts'
export { noRateLimits } from './no-rate-limits.ts'
export type { RateLimit, RateLimits } from './rate-limits.ts'
