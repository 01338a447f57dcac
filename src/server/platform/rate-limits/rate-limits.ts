/** A limit: at most `points` in `seconds`, counted per key. */
export type RateLimit = { name: string; points: number; seconds: number }

export type RateLimits = {
  /** Takes one point. `allowed` is false when none was left; `retryAfterSeconds` then says when to come back. */
  consume(limit: RateLimit, key: string): Promise<{ allowed: boolean; retryAfterSeconds: number }>
  /** Forgets a key, as after a success. */
  reset(limit: RateLimit, key: string): Promise<void>
}
