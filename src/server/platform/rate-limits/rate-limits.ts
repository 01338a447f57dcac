import type { Queryable, Transaction } from '../database/index.ts'

/** A limit: at most `points` in `seconds`, counted per key. */
export type RateLimit = { name: string; points: number; seconds: number }

export type RateLimits = {
  /**
   * Takes one point. `allowed` is false when none was left; `retryAfterSeconds` then says when to come back. With a transaction the point is
   * taken if that commits, and whoever else takes one of the same key waits until then. `points`: how many were taken in this window, this one
   * included; at least `limit.points` + 1 where none was left.
   */
  consume(
    limit: RateLimit,
    key: string,
    tx?: Transaction,
  ): Promise<{ allowed: boolean; retryAfterSeconds: number; points: number }>
  /** How many points of a key were taken in the window that is open. */
  countTaken(limit: RateLimit, key: string, q?: Queryable): Promise<number>
  /** Gives back a point that was taken in the same transaction. */
  giveBack(limit: RateLimit, key: string, tx: Transaction): Promise<void>
  /** Forgets a key, as after a success. */
  reset(limit: RateLimit, key: string): Promise<void>
  /** Forgets somebody in every limit that counts by their id. */
  forget(tx: Transaction, id: string): Promise<void>
}
