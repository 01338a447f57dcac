import { Button } from '@mantine/core'
import type { PriceList } from '../../../contract/plan.ts'
import { formatPrice, paidPlans } from '../../../domain/plan/paid-plan.ts'
import offerWords from '../../../words/en/offers.ts'
import words from '../../../words/en/own-plan.ts'
import classes from './actions.module.css'
import { ManageBillingButton } from './manage-billing-button.tsx'
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
        <Button
          onClick={() => void checkout.start(defaultPrice, subscribeNow)}
          disabled={checkout.isLocked}
          classNames={{ root: classes['subscribe'] ?? '', label: classes['subscribeLabel'] ?? '' }}
        >
          {checkout.busyButton === subscribeNow ? (
            words.processingButton
          ) : (
            <>
              <span>{words.subscribeNow}</span> <small>{describeOffer(defaultPrice, prices)}</small>
            </>
          )}
        </Button>
      ) : null}
      {plan.subscription?.canManageBilling && standing !== 'pending' ? (
        <ManageBillingButton variant={standing === 'overdue' ? 'filled' : 'default'} />
      ) : null}
    </>
  )
}

/** The plan and the price of what is bought. */
function describeOffer(priceId: string, prices: PriceList | undefined): string {
  const tier = prices?.prices.find((price) => price.priceId === priceId)?.tier
  const plan = paidPlans.find((candidate) => candidate.tier === tier)
  return plan
    ? words.subscribeTo({
        name: offerWords.tiers[plan.tier],
        price: formatPrice(plan.pricePence, plan.currency),
        period: offerWords.periods[plan.tier],
      })
    : ''
}
