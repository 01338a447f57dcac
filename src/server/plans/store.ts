import type { VerificationKind } from '../../domain/verification/kind.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

export type SubscriptionRow = { id: string; tier: string; status: string; usageResetDate: Date | null }

/** The user's newest subscription; null when there never was one. */
export function newestSubscription(q: Queryable, userId: string): Promise<SubscriptionRow | null> {
  return q.row<SubscriptionRow>(sql`
    SELECT id, tier, status, usage_reset_date AS "usageResetDate"
    FROM subscriptions WHERE user_id = ${userId}
    ORDER BY created_at DESC, id DESC LIMIT 1`)
}

/** Rewrites a stored tier name, unless somebody changed it meanwhile. */
export async function rewriteTier(q: Queryable, subscription: SubscriptionRow, tier: string): Promise<void> {
  await q.run(
    sql`UPDATE subscriptions SET tier = ${tier} WHERE id = ${subscription.id} AND tier = ${subscription.tier}`,
  )
}

/** How many verifications of each kind the user created since an instant. */
export async function countCreations(
  q: Queryable,
  userId: string,
  since: Date,
): Promise<Record<VerificationKind, number>> {
  const row = await q.row<Record<VerificationKind, number>>(sql`
    SELECT count(*) FILTER (WHERE type = 'age') AS age, count(*) FILTER (WHERE type = 'person') AS person
    FROM verifications WHERE user_id = ${userId} AND created_at >= ${since}`)
  return row ?? { age: 0, person: 0 }
}

export async function addUsage(
  tx: Transaction,
  userId: string,
  actionType: 'ageVerification' | 'personVerification',
  at: Date,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO subscription_usage (user_id, action_type, created_at) VALUES (${userId}, ${actionType}, ${at})`)
}
