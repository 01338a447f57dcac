import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

/** A user as a customer of the payment provider. */
export type Customer = {
  customerId: string
  userId: string
  checkoutId: string | null
  appliedAt: Date | null
}

const columns = sql`customer_id AS "customerId", user_id AS "userId", checkout_id AS "checkoutId", applied_at AS "appliedAt"`

/** The user's customer; null when they never were at the checkout. */
export function customerOf(q: Queryable, userId: string): Promise<Customer | null> {
  return q.row<Customer>(sql`SELECT ${columns} FROM payment_customers WHERE user_id = ${userId}`)
}

export async function isOurCustomer(q: Queryable, customerId: string): Promise<boolean> {
  return (await q.row(sql`SELECT 1 FROM payment_customers WHERE customer_id = ${customerId}`)) !== null
}

/** Keeps who a user is at the provider; of two at the same moment the first stays. Resolves to the one that stays. */
export async function keepCustomer(
  q: Queryable,
  userId: string,
  customerId: string,
  at: Date,
): Promise<string> {
  await q.run(sql`
    INSERT INTO payment_customers (customer_id, user_id, created_at) VALUES (${customerId}, ${userId}, ${at})
    ON CONFLICT (user_id) DO NOTHING`)
  const kept = await customerOf(q, userId)
  if (!kept) throw new Error('a customer vanished')
  return kept.customerId
}

export async function forgetCustomer(q: Queryable, customerId: string): Promise<void> {
  await q.run(sql`DELETE FROM payment_customers WHERE customer_id = ${customerId}`)
}

/** Makes a checkout the customer's newest. Resolves to the one that was it before, whoever opened that. */
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

/** Takes the next number for a question about a customer's state; null when nobody knows the customer. */
export async function takeTurn(
  q: Queryable,
  customerId: string,
): Promise<{ turn: number; userId: string } | null> {
  return q.row<{ turn: number; userId: string }>(sql`
    UPDATE payment_customers SET asked = asked + 1 WHERE customer_id = ${customerId}
    RETURNING asked AS turn, user_id AS "userId"`)
}

/** Whether the answer to this turn may be applied: false once that of a later turn was. */
export async function isNewestAnswer(
  tx: Transaction,
  customerId: string,
  turn: number,
  at: Date,
): Promise<boolean> {
  const touched = await tx.run(sql`
    UPDATE payment_customers SET applied = ${turn}, applied_at = ${at}
    WHERE customer_id = ${customerId} AND applied < ${turn}`)
  return touched === 1
}

/** Customers whose paid or awaited period is over without a word from the provider. */
export async function overdueCustomers(q: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await q.rows<{ customerId: string }>(sql`
    SELECT DISTINCT customer.customer_id AS "customerId"
    FROM subscriptions JOIN payment_customers AS customer USING (user_id)
    WHERE subscriptions.status IN ('active', 'pending') AND subscriptions.stripe_subscription_id IS NOT NULL
      AND subscriptions.current_period_end < ${now}
    LIMIT ${limit}`)
  return rows.map(({ customerId }) => customerId)
}
