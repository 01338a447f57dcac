import { Button } from '@mantine/core'
import type { PriceList } from '../../../contract/subscription.ts'
import { ManageBillingButton } from './manage-billing-button.tsx'
import { planWords as words } from './plan-words.ts'
import type { useCheckout } from './use-checkout.ts'
import type { Plan } from './use-plan.ts'

const subscribeNow = 'subscribe-now'

/** What can be done with the plan that one has: manage what is paid, or subscribe. Nothing while a payment is pending. */
export function PlanActions({
  plan,
  checkout,
  prices,
}: {
  plan: Plan
  checkout: ReturnType<typeof useCheckout>
  prices: PriceList | undefined
}) {
  const standing = plan.subscription?.standing ?? 'none'
  const isFree = plan.subscription?.tier === 'free' && standing !== 'overdue'
  const defaultPrice = prices?.defaultPriceId
  return (
    <>
      {isFree && defaultPrice ? (
        <Button onClick={() => void checkout.start(defaultPrice, subscribeNow)} disabled={checkout.isLocked}>
          {checkout.busyButton === subscribeNow ? words.processingButton : words.subscribeNow}
        </Button>
      ) : null}
      {plan.subscription?.canManageBilling && standing !== 'pending' ? (
        <ManageBillingButton variant={standing === 'overdue' ? 'filled' : 'default'} />
      ) : null}
    </>
  )
}
