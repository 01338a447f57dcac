import { z } from 'zod'
import type { Transaction } from '../platform/database/index.ts'
import { defineJob } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { erasePlanOf } from './personal-data.ts'
import { findCustomer } from './store.ts'

const aCustomer = z.object({ customerId: z.string() })

/** Has nothing renewed any more, nor a page paid that is still open. What was paid for stays until its period ends. */
export const endSubscriptionJob = defineJob(
  'end-subscription',
  aCustomer.extend({ checkoutId: z.string().nullable() }),
  async ({ payments }: Platform, { customerId, checkoutId }) => {
    if (checkoutId) await payments.closeCheckout(checkoutId)
    await payments.endWithPeriod(customerId)
  },
)

/** Has the provider forget a customer, which ends every subscription at once. */
export const deleteCustomerJob = defineJob(
  'delete-customer',
  aCustomer,
  ({ payments }: Platform, { customerId }) => payments.deleteCustomer(customerId),
)

/** Cancels what somebody pays, once the transaction commits; tried again until the provider takes it. */
export async function endSubscriptionOf({ jobs }: Platform, tx: Transaction, userId: string): Promise<void> {
  const customer = await findCustomer(tx, userId)
  if (!customer) return
  const { customerId, checkoutId } = customer
  await jobs.enqueue(tx, endSubscriptionJob, { customerId, checkoutId })
}

/** Forgets somebody's plan here and, soon after, at the provider. */
export async function forgetPlanOf({ jobs }: Platform, tx: Transaction, userId: string): Promise<void> {
  const customer = await findCustomer(tx, userId)
  if (customer) await jobs.enqueue(tx, deleteCustomerJob, { customerId: customer.customerId })
  await erasePlanOf(tx, userId)
}
