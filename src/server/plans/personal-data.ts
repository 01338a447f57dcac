import type { PersonalPlan } from '../../contract/personal-data.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

/** What we hold of somebody's plan and payments; cards and invoices are with the payment provider alone. */
export async function gatherPlan(q: Queryable, userId: string): Promise<PersonalPlan> {
  return {
    subscriptions: await q.rows(sql`
      SELECT tier, status, current_period_end AS "periodEndsAt", ends_with_period AS "endsWithPeriod",
        previous_tier AS "previousTier", usage_reset_date AS "allowanceFreshSince", stripe_subscription_id AS "providerId",
        stripe_price_id AS "priceId", created_at AS "createdAt"
      FROM subscriptions WHERE user_id = ${userId} ORDER BY created_at`),
    usage: await q.rows(sql`
      SELECT action_type AS "action", created_at AS "at" FROM subscription_usage WHERE user_id = ${userId}
      ORDER BY created_at`),
    customer: await q.row(sql`
      SELECT customer_id AS "providerId", created_at AS "createdAt" FROM payment_customers WHERE user_id = ${userId}`),
  }
}

/** Forgets at most `limit` of the verifications that somebody's allowance counted. Answers how many. */
export function eraseUsageOf(q: Queryable, userId: string, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM subscription_usage WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM subscription_usage WHERE user_id = ${userId} LIMIT ${limit}))`)
}

/** Forgets a person's plan, but for its usage. Their customer at the provider is deleted by a job, which ends what they pay. */
export async function erasePlanOf(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`DELETE FROM subscriptions WHERE user_id = ${userId}`)
  await tx.run(sql`DELETE FROM payment_customers WHERE user_id = ${userId}`)
}
