import type { Clock } from '../clock/index.ts'
import { type Database, empty, type Queryable, type Sql, sql, type Transaction } from '../database/index.ts'
import type { Signing } from '../keys/index.ts'

/** A limit: at most `points` in `seconds`, counted per key. */
export type RateLimit = { name: string; points: number; seconds: number }

export type RateLimits = {
  /**
   * Consumes one point. `allowed` is false when none was left; `retryAfterSeconds` is then the time until a retry. With
   * a transaction the point is consumed if the transaction commits, and other callers with the same key wait until
   * then. `points` is the number consumed in this window, including this one; at least `limit.points` + 1 when none was
   * left.
   */
  consume(
    limit: RateLimit,
    key: string,
    tx?: Transaction,
  ): Promise<{ allowed: boolean; retryAfterSeconds: number; points: number }>
  /** The number of points of a key that were consumed in the current window. */
  countTaken(limit: RateLimit, key: string, q?: Queryable): Promise<number>
  /** Gives back a point that was consumed in the same transaction. */
  giveBack(limit: RateLimit, key: string, tx: Transaction): Promise<void>
  /** Resets a key, such as after a success. */
  reset(limit: RateLimit, key: string): Promise<void>
  /** Deletes a person's counters in every limit that counts by their id. */
  forget(tx: Transaction, id: string): Promise<void>
}

/** Consumes one point of each limit, the narrowest first, until one has none left. */
export async function consumeEach(
  rateLimits: RateLimits,
  limits: readonly RateLimit[],
  key: string,
  tx?: Transaction,
): ReturnType<RateLimits['consume']> {
  let taken = { allowed: true, retryAfterSeconds: 0, points: 0 }
  for (const limit of limits) {
    taken = await rateLimits.consume(limit, key, tx)
    if (!taken.allowed) return taken
  }
  return taken
}

/** How long a refusal is cached in memory: hammering a used-up limit must not occupy connections that others need. */
const rememberedMs = 1000
const maxRemembered = 10_000

/**
 * Counts in the database, so that limits hold across processes and restarts; the rows contain a keyed hash of the key.
 * A window opens with a key's first point and closes after the limit's seconds. Consuming a point and reading the count
 * is one statement, which also sweeps expired counters. It sweeps only unlocked ones, so that no statement waits while
 * others wait for it. Inside a caller's transaction it sweeps none, because the transaction must lock only its own
 * counter.
 */
export function createDatabaseRateLimits(
  database: Database,
  clock: Clock,
  signing: Pick<Signing, 'computeMac'>,
): RateLimits {
  const hide = (key: string) => signing.computeMac('rate-limit', key)
  const nameCounter = (limit: RateLimit, key: string) => `${limit.name}:${hide(key)}`
  const refused = new Map<string, { at: number; expiresAt: Date }>()

  const retryAfterSeconds = (expiresAt: Date, now: Date) =>
    Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000))

  return {
    async consume(limit, key, tx) {
      const now = clock.now()
      const ends = new Date(now.getTime() + limit.seconds * 1000)
      const stored = nameCounter(limit, key)
      // A refusal inside a transaction may be rolled back with it, so it isn't cached.
      const known = tx ? undefined : refused.get(stored)
      if (known && now.getTime() - known.at < rememberedMs && known.expiresAt > now) {
        return {
          allowed: false,
          retryAfterSeconds: retryAfterSeconds(known.expiresAt, now),
          points: limit.points + 1,
        }
      }
      const row = await (tx ?? database).row<{ points: number; expiresAt: Date }>(sql`
        ${tx ? empty : sweep(now, stored)}
        INSERT INTO rate_limits (key, points, expires_at) VALUES (${stored}, 1, ${ends})
        ON CONFLICT (key) DO UPDATE SET
          points = CASE WHEN rate_limits.expires_at <= ${now} THEN 1 ELSE rate_limits.points + 1 END,
          expires_at = CASE WHEN rate_limits.expires_at <= ${now} THEN EXCLUDED.expires_at ELSE rate_limits.expires_at END
        RETURNING points, expires_at`)
      if (!row) throw new Error('the counter was not returned')
      const allowed = row.points <= limit.points
      if (allowed) refused.delete(stored)
      else if (!tx) {
        if (refused.size >= maxRemembered) refused.clear()
        refused.set(stored, { at: now.getTime(), expiresAt: row.expiresAt })
      }
      return { allowed, retryAfterSeconds: retryAfterSeconds(row.expiresAt, now), points: row.points }
    },

    async countTaken(limit, key, q = database) {
      const row = await q.row<{ points: number }>(sql`
        SELECT points FROM rate_limits WHERE key = ${nameCounter(limit, key)} AND expires_at > ${clock.now()}`)
      return row?.points ?? 0
    },

    async giveBack(limit, key, tx) {
      await tx.run(sql`UPDATE rate_limits SET points = points - 1 WHERE key = ${nameCounter(limit, key)}`)
    },

    async reset(limit, key) {
      const stored = nameCounter(limit, key)
      refused.delete(stored)
      await database.run(sql`DELETE FROM rate_limits WHERE key = ${stored}`)
    },

    async forget(tx, id) {
      // In a fixed order, so that simultaneous callers can't deadlock.
      await tx.run(sql`
        DELETE FROM rate_limits WHERE key IN (
          SELECT key FROM rate_limits WHERE split_part(key, ':', 2) = ${hide(id)} ORDER BY key FOR UPDATE)`)
    },
  }
}

function sweep(now: Date, except: string): Sql {
  return sql`
    WITH swept AS (
      DELETE FROM rate_limits WHERE key IN (
        SELECT key FROM rate_limits WHERE expires_at <= ${now} AND key <> ${except}
        ORDER BY expires_at LIMIT 5 FOR UPDATE SKIP LOCKED
      )
    )`
}

/** Rate limits switched off, for load and conformance runs (RATE_LIMITS=off). */
export const noRateLimits: RateLimits = {
  consume: async () => ({ allowed: true, retryAfterSeconds: 0, points: 0 }),
  countTaken: async () => 0,
  giveBack: async () => {},
  reset: async () => {},
  forget: async () => {},
}
