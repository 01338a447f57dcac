import { Alert, Anchor, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paidPlans } from '../../../domain/plan/paid-plan.ts'
import { productName } from '../../../domain/product.ts'
import allWords from '../../../words/en/plans.ts'
import { useSession } from '../../api/session-state.ts'
import { priceListQuery } from '../../api/subscription.ts'
import { PageHeading } from '../../shared/ui/page-heading.tsx'
import { PlanActions } from './plan-actions.tsx'
import { PlanBanner } from './plan-banner.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanOption } from './plan-option.tsx'
import { useCheckout } from './use-checkout.ts'
import { usePlan } from './use-plan.ts'
import { useReadAnew } from './use-plan-refresh.ts'

const words = allWords.plans

export function meta() {
  return [{ title: `${words.pageTitle} · ${productName}` }]
}

/** The plan that one has, and the three that one can choose. */
export default function SubscriptionPage() {
  const { subscription } = usePlan()
  const session = useSession()
  const checkout = useCheckout()
  const prices = useQuery(priceListQuery)
  useReturnFromBilling()
  const priceOf = new Map(prices.data?.prices.map(({ tier, priceId }) => [tier, priceId]))
  const standing = subscription?.standing ?? 'none'
  const isInForce = standing === 'active' || standing === 'ending'
  const cannotBuy =
    prices.data === undefined || standing === 'pending' || (isInForce && !subscription?.canManageBilling)
  return (
    <>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      <Stack gap="lg">
        <PlanCard actions={(plan) => <PlanActions plan={plan} checkout={checkout} prices={prices.data} />} />
        <PlanBanner subscription={subscription} isSignedIn={session.status === 'signed-in'} />
        {prices.isError ? (
          <Alert color="red" title={words.priceError}>
            <Text mb="sm">{words.priceErrorText}</Text>
            <Button variant="default" loading={prices.isFetching} onClick={() => void prices.refetch()}>
              {words.tryAgain}
            </Button>
          </Alert>
        ) : null}
        <SimpleGrid type="container" cols={{ base: 1, '45rem': 3 }} spacing="md">
          {paidPlans.map((plan) => {
            const priceId = priceOf.get(plan.tier)
            return (
              <PlanOption
                key={plan.tier}
                plan={plan}
                isCurrent={isInForce && subscription?.tier === plan.tier}
                isBusy={checkout.busyButton === plan.tier}
                isLocked={checkout.isLocked || cannotBuy}
                isPromoted={plan.recommended && !isInForce}
                onChoose={() => priceId && void checkout.start(priceId, plan.tier)}
              />
            )
          })}
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {words.footnote} {prices.data?.simulated ? words.simulated : null}
        </Text>
        <div>
          <Anchor component={Link} to="/dashboard" mod="standalone">
            {words.back}
          </Anchor>
        </div>
      </Stack>
    </>
  )
}

/** Whoever comes back from the billing portal may have changed something there: ask, and forget where they came from. */
function useReturnFromBilling() {
  const [parameters, setParameters] = useSearchParams()
  const { read } = useReadAnew()
  const isBack = parameters.get('from') === 'billing'
  useEffect(() => {
    if (!isBack) return
    setParameters({}, { replace: true })
    // A failure shows in the card, whose own reading fails too.
    read().catch(() => {})
  }, [isBack, setParameters, read])
}
