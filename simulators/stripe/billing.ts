import { createAgeing } from './ageing.ts'
import { createCheckouts } from './checkouts.ts'
import { createInvoices } from './invoices.ts'
import { createLatePayments } from './late-payments.ts'
import { createPlanChanges } from './plan-changes.ts'
import type { World } from './world.ts'

/** What happens to money and time. Every function leaves its events in the world and the world kept. */
export type Billing = ReturnType<typeof createBilling>

/** @param settlesAfterMs how long a late card keeps a payment pending, on the real clock */
export function createBilling(world: World, origin: () => string, settlesAfterMs: () => number) {
  const { state } = world
  const invoices = createInvoices(world)
  const { expireCheckout, payCheckout } = createCheckouts({ world, origin, invoices, settlesAfterMs })
  const { settle } = createLatePayments(world, origin, invoices)
  const { end, ageOnce } = createAgeing(world, invoices)

  return {
    expireCheckout,
    payCheckout,
    settle,
    ...createPlanChanges(world, invoices, end),

    /** Lets everything happen that is due by now. */
    catchUp(): void {
      for (const invoice of Object.values(state.invoices)) {
        if (invoice.settlesAt === null || invoice.settlesAt > world.realNow()) continue
        const card = state.subscriptions[invoice.subscription]?.card
        settle(invoice, card === 'late_refused' ? 'refused' : 'paid')
      }
      for (const checkout of Object.values(state.checkouts))
        if (checkout.expiresAt <= world.now()) expireCheckout(checkout)
      for (const subscription of Object.values(state.subscriptions)) while (ageOnce(subscription));
    },
  }
}
