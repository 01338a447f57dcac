import type { PersonalPlan } from '../../contract/personal-data.ts'
import type { SubscriptionRow } from '../../domain/plan/subscription.ts'
import type { VerificationKind } from '../../domain/verification/verification.ts'
import { deleteSome, type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'

const newestFirst = sql`ORDER BY created_at DESC, id DESC LIMIT 1`

/** The user's newest subscription; null if there never was one. */
export function findSubscription(q: Queryable, userId: string): Promise<SubscriptionRow | null> {
  return q.row<SubscriptionRow>(sql`
    SELECT tier, status, current_period_end, stripe_subscription_id AS provider_id, stripe_price_id AS price_id,
      ends_with_period, previous_tier, usage_reset_date, usage_reset_tier
    FROM subscriptions WHERE user_id = ${userId} ${newestFirst}`)
}

/** Renames a user's tier that is stored under one of its other names. */
export async function renameTier(q: Queryable, userId: string, from: string, to: string): Promise<void> {
  await q.run(sql`UPDATE subscriptions SET tier = ${to} WHERE user_id = ${userId} AND tier = ${from}`)
}

/** Replaces the values of the user's newest row with `next`. */
export async function updateSubscription(
  tx: Transaction,
  userId: string,
  next: SubscriptionRow,
): Promise<void> {
  await tx.run(sql`
    UPDATE subscriptions SET (${columns}) = (${toValues(next)})
    WHERE id = (SELECT id FROM subscriptions WHERE user_id = ${userId} ${newestFirst})`)
}

/** Adds a row as the user's newest; an existing row of the same subscription becomes the newest. */
export async function addSubscription(
  tx: Transaction,
  userId: string,
  next: SubscriptionRow,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO subscriptions (user_id, created_at, ${columns}) VALUES (${userId}, ${at}, ${toValues(next)})
    ON CONFLICT (stripe_subscription_id) DO UPDATE SET (created_at, ${columns}) = (${at}, ${toValues(next)})
    WHERE subscriptions.user_id = EXCLUDED.user_id`)
}

const columns = sql`tier, status, current_period_end, stripe_subscription_id, stripe_price_id, ends_with_period,
  previous_tier, usage_reset_date, usage_reset_tier`

function toValues(row: SubscriptionRow): Sql {
  return sql`${row.tier}, ${row.status}, ${row.currentPeriodEnd}, ${row.providerId}, ${row.priceId}, ${row.endsWithPeriod},
    ${row.previousTier}, ${row.usageResetDate}, ${row.usageResetTier}`
}

/** How many verifications of each kind the user has created since an instant. */
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

/** A user as a customer of the payment provider. */
type Customer = {
  customerId: string
  userId: string
  checkoutId: string | null
  appliedAt: Date | null
}

const customerColumns = sql`customer_id, user_id, checkout_id, applied_at`

/** The user's customer; null if they never started a checkout. */
export function findCustomer(q: Queryable, userId: string): Promise<Customer | null> {
  return q.row<Customer>(sql`SELECT ${customerColumns} FROM payment_customers WHERE user_id = ${userId}`)
}

export async function isOurCustomer(q: Queryable, customerId: string): Promise<boolean> {
  return (await q.row(sql`SELECT 1 FROM payment_customers WHERE customer_id = ${customerId}`)) !== null
}

/** Stores a user's customer id at the provider; of two concurrent ones the first is kept. Resolves to the kept one. */
export async function keepCustomer(
  q: Queryable,
  userId: string,
  customerId: string,
  at: Date,
): Promise<string> {
  await q.run(sql`
    INSERT INTO payment_customers (customer_id, user_id, created_at) VALUES (${customerId}, ${userId}, ${at})
    ON CONFLICT (user_id) DO NOTHING`)
  const kept = await findCustomer(q, userId)
  if (!kept) throw new Error('a customer vanished')
  return kept.customerId
}

export async function forgetCustomer(q: Queryable, customerId: string): Promise<void> {
  await q.run(sql`DELETE FROM payment_customers WHERE customer_id = ${customerId}`)
}

/** Makes a checkout the customer's newest. Resolves to the previous one, from any session. */
export async function replaceCheckout(
  q: Queryable,
  customerId: string,
  checkoutId: string,
): Promise<string | null> {
  const row = await q.row<{ before: string | null }>(sql`
    UPDATE payment_customers AS customer SET checkout_id = ${checkoutId}
    FROM (SELECT customer_id, checkout_id FROM payment_customers WHERE customer_id = ${customerId} FOR UPDATE) AS earlier
    WHERE customer.customer_id = earlier.customer_id
    RETURNING earlier.checkout_id AS before`)
  return row?.before ?? null
}

/**
 * Marks the stored state of a customer as outdated because they go to the provider's page, so that the next refresh
 * asks the provider, however soon it comes.
 */
export async function markOutdated(q: Queryable, customerId: string): Promise<void> {
  await q.run(sql`UPDATE payment_customers SET applied_at = NULL WHERE customer_id = ${customerId}`)
}

/** Takes the next number for a query of a customer's state; null for an unknown customer. */
export async function takeQueryNumber(
  q: Queryable,
  customerId: string,
): Promise<{ turn: number; userId: string } | null> {
  return q.row<{ turn: number; userId: string }>(sql`
    UPDATE payment_customers SET asked = asked + 1 WHERE customer_id = ${customerId}
    RETURNING asked AS turn, user_id`)
}

/** Claims that the answer to this turn is applied; false if the answer to a later turn was applied already. */
export async function claimAnswer(
  tx: Transaction,
  customerId: string,
  turn: number,
  at: Date,
): Promise<boolean> {
  const claimed = await tx.run(sql`
    UPDATE payment_customers SET applied = ${turn}, applied_at = ${at}
    WHERE customer_id = ${customerId} AND applied < ${turn}`)
  return claimed === 1
}

/** A subscription whose period ended without a message from the provider. */
export type OverdueSubscription = { id: string; periodEnd: Date; customerId: string }

/** At most `limit` paid or pending subscriptions whose period ended before an instant, oldest first, after another one. */
export function listOverdueSubscriptions(
  q: Queryable,
  before: Date,
  after: OverdueSubscription | undefined,
  limit: number,
): Promise<OverdueSubscription[]> {
  const isNext = after
    ? sql`(s.current_period_end, s.id) > (${after.periodEnd}, ${after.id}::uuid)`
    : sql`true`
  return q.rows<OverdueSubscription>(sql`
    SELECT s.id, s.current_period_end AS period_end, customer.customer_id
    FROM subscriptions s JOIN payment_customers AS customer USING (user_id)
    WHERE s.status IN ('active', 'pending') AND s.stripe_subscription_id IS NOT NULL
      AND s.current_period_end < ${before} AND ${isNext}
    ORDER BY s.current_period_end, s.id LIMIT ${limit}`)
}

/** Records a message of the provider. False if it was recorded before: then it already had its effect. */
export async function noteNotice(
  tx: Transaction,
  notice: { id: string; type: string },
  at: Date,
): Promise<boolean> {
  const added = await tx.run(sql`
    INSERT INTO payment_notices (id, type, received_at) VALUES (${notice.id}, ${notice.type}, ${at})
    ON CONFLICT (id) DO NOTHING`)
  return added === 1
}

/** Deletes at most `limit` messages recorded before an instant. Returns how many. */
export function forgetNotices(q: Queryable, before: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM payment_notices WHERE id = ANY(ARRAY(
      SELECT id FROM payment_notices WHERE received_at < ${before} ORDER BY received_at LIMIT ${limit}))`)
}

/** Until when the provider's messages were compared with the stored ones; null if never. */
export async function findReconciledUntil(q: Queryable): Promise<Date | null> {
  const row = await q.row<{ until: Date }>(sql`SELECT reconciled_until AS until FROM payment_reconciliation`)
  return row?.until ?? null
}

export async function setReconciledUntil(q: Queryable, until: Date): Promise<void> {
  await q.run(sql`
    INSERT INTO payment_reconciliation (reconciled_until) VALUES (${until})
    ON CONFLICT (only_row) DO UPDATE SET reconciled_until = EXCLUDED.reconciled_until`)
}

/** The stored data about a person's plan and payments; cards and invoices stay with the payment provider. */
export async function gatherPlan(q: Queryable, userId: string): Promise<PersonalPlan> {
  return {
    subscriptions: await q.rows(sql`
      SELECT tier, status, current_period_end AS period_ends_at, ends_with_period, previous_tier,
        usage_reset_date AS allowance_fresh_since, stripe_subscription_id AS provider_id,
        stripe_price_id AS price_id, created_at
      FROM subscriptions WHERE user_id = ${userId} ORDER BY created_at`),
    usage: await q.rows(sql`
      SELECT action_type AS action, created_at AS at FROM subscription_usage WHERE user_id = ${userId}
      ORDER BY created_at`),
    customer: await q.row(sql`
      SELECT customer_id AS provider_id, created_at FROM payment_customers WHERE user_id = ${userId}`),
  }
}

/** Deletes at most `limit` usage rows of a person. Returns how many. */
export function eraseUsageOf(q: Queryable, userId: string, limit: number): Promise<number> {
  return deleteSome(q, sql`subscription_usage`, sql`user_id = ${userId}`, limit)
}

/**
 * Deletes a person's plan, except its usage. A job deletes their customer at the provider, which ends their payments.
 */
export async function erasePlanOf(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`DELETE FROM subscriptions WHERE user_id = ${userId}`)
  await tx.run(sql`DELETE FROM payment_customers WHERE user_id = ${userId}`)
}
