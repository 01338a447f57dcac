import type { SubscriptionRow } from '../../domain/plan/subscription-state.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

export type StoredSubscriptionRow = SubscriptionRow & { id: string }

/** The user's newest subscription, whole; null when there never was one. */
export function subscriptionOf(q: Queryable, userId: string): Promise<StoredSubscriptionRow | null> {
  return q.row<StoredSubscriptionRow>(sql`
    SELECT id, tier, status, current_period_end AS "currentPeriodEnd", stripe_subscription_id AS "providerId",
      stripe_price_id AS "priceId", ends_with_period AS "endsWithPeriod", previous_tier AS "previousTier",
      usage_reset_date AS "usageResetDate", usage_reset_tier AS "usageResetTier"
    FROM subscriptions WHERE user_id = ${userId}
    ORDER BY created_at DESC, id DESC LIMIT 1`)
}

/** Puts `next` in the place of the row that the provider's state belongs to. */
export async function updateSubscription(tx: Transaction, id: string, next: SubscriptionRow): Promise<void> {
  await tx.run(sql`
    UPDATE subscriptions SET tier = ${next.tier}, status = ${next.status},
      current_period_end = ${next.currentPeriodEnd}, stripe_subscription_id = ${next.providerId},
      stripe_price_id = ${next.priceId}, ends_with_period = ${next.endsWithPeriod},
      previous_tier = ${next.previousTier}, usage_reset_date = ${next.usageResetDate},
      usage_reset_tier = ${next.usageResetTier}
    WHERE id = ${id}`)
}

/** Adds a row as the user's newest; one that already stands for the same subscription becomes the newest. */
export async function addSubscription(
  tx: Transaction,
  userId: string,
  next: SubscriptionRow,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO subscriptions (user_id, tier, status, current_period_end, stripe_subscription_id, stripe_price_id,
      ends_with_period, previous_tier, usage_reset_date, usage_reset_tier, created_at)
    VALUES (${userId}, ${next.tier}, ${next.status}, ${next.currentPeriodEnd}, ${next.providerId}, ${next.priceId},
      ${next.endsWithPeriod}, ${next.previousTier}, ${next.usageResetDate}, ${next.usageResetTier}, ${at})
    ON CONFLICT (stripe_subscription_id) DO UPDATE SET tier = EXCLUDED.tier, status = EXCLUDED.status,
      current_period_end = EXCLUDED.current_period_end, stripe_price_id = EXCLUDED.stripe_price_id,
      ends_with_period = EXCLUDED.ends_with_period, previous_tier = EXCLUDED.previous_tier,
      usage_reset_date = EXCLUDED.usage_reset_date, usage_reset_tier = EXCLUDED.usage_reset_tier,
      created_at = EXCLUDED.created_at
    WHERE subscriptions.user_id = EXCLUDED.user_id`)
}
