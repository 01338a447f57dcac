import { Alert, Anchor, Button, type ButtonProps, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { PriceList } from '../../../contract/plan.ts'
import { formatPrice, paidPlans } from '../../../domain/plan/paid-plan.ts'
import { planTimersMs } from '../../../domain/plan/retry-schedule.ts'
import { productName } from '../../../domain/product.ts'
import offerWords from '../../../words/en/offers.ts'
import ownPlanWords from '../../../words/en/own-plan.ts'
import allWords from '../../../words/en/plans.ts'
import { findProblem } from '../../api/request.ts'
import { sendAuthorisedRequest } from '../../api/session.ts'
import { useSession } from '../../api/session-state.ts'
import { CheckoutFailure, createCheckoutSession, priceListQuery } from '../../api/subscription.ts'
import { useStillHere } from '../../shared/effects.ts'
import { readLocale } from '../../shared/reader-locale.ts'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import classes from './actions.module.css'
import { PlanCard } from './plan-card.tsx'
import { PlanBanner, PlanOption } from './plan-option.tsx'
import { begunCheckout, type Plan, useLock, usePlan, useReadAnew } from './use-plan.tsx'

const words = allWords.plans

export function meta() {
  return [{ title: `${words.pageTitle} · ${productName}` }]
}

export default function SubscriptionPage() {
  const { subscription, isLoading } = usePlan()
  const session = useSession()
  const checkout = useCheckout()
  const prices = useQuery(priceListQuery)
  useReturnFromBilling()
  const priceOf = new Map(prices.data?.prices.map(({ tier, priceId }) => [tier, priceId]))
  const standing = subscription?.standing ?? 'none'
  const isInForce = standing === 'active' || standing === 'ending'
  // The content above the plans depends on these queries: until they have loaded, a button would shift.
  const isSettled = prices.data !== undefined && !isLoading
  const cannotBuy = !isSettled || standing === 'pending' || (isInForce && !subscription?.canManageBilling)
  return (
    <>
      <PageHeading>{words.title}</PageHeading>
      <Stack gap="lg">
        <PlanCard actions={(plan) => <PlanActions plan={plan} checkout={checkout} prices={prices.data} />} />
        <PlanBanner subscription={subscription} isSignedIn={session.status === 'signed-in'} />
        {prices.isError ? (
          <Alert color="red" role="alert" title={words.priceError}>
            <Text mb="sm">{ownPlanWords.billingErrorNext}</Text>
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

/**
 * After a return from the billing portal the plan may have changed: refetch, and remove the mark of the return from the
 * address.
 */
function useReturnFromBilling() {
  const [parameters, setParameters] = useSearchParams()
  const { read } = useReadAnew()
  const isBack = parameters.get('from') === 'billing'
  useEffect(() => {
    if (!isBack) return
    setParameters({}, { replace: true })
    // A failure is shown in the card, where loading fails too.
    read().catch(() => {})
  }, [isBack, setParameters, read])
}

const subscribeNow = 'subscribe-now'

/** The actions for the current plan: manage a paid one, or subscribe. Empty while a payment is pending. */
function PlanActions({
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
          data-disabled={checkout.isLocked}
          classNames={{ root: classes['subscribe'] ?? '', label: classes['subscribeLabel'] ?? '' }}
        >
          {checkout.busyButton === subscribeNow ? (
            ownPlanWords.processingButton
          ) : (
            <>
              <span>{ownPlanWords.subscribeNow}</span> <small>{describeOffer(defaultPrice, prices)}</small>
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

/** The name and the price of the plan being bought. */
function describeOffer(priceId: string, prices: PriceList | undefined): string {
  const tier = prices?.prices.find((price) => price.priceId === priceId)?.tier
  const plan = paidPlans.find((candidate) => candidate.tier === tier)
  return plan
    ? ownPlanWords.subscribeTo({
        name: offerWords.tiers[plan.tier],
        price: offerWords.prices[plan.tier]({
          price: formatPrice(plan.pricePence, plan.currency, readLocale()),
        }),
      })
    : ''
}

/** The return address of the portal: the page then refetches from the provider. */
const fromBillingPath = '/subscription?from=billing'

/** Opens the payment provider's page for the card, the invoices and the end of a plan. */
function ManageBillingButton(props: Pick<ButtonProps, 'variant'>) {
  const { isLocked, hold, release } = useLock()
  const isStillHere = useStillHere()
  async function open() {
    hold(planTimersMs.checkoutLock)
    try {
      const returnUrl = `${window.location.origin}${fromBillingPath}`
      const { url } = await sendAuthorisedRequest('POST /api/billing-portal', { json: { returnUrl } })
      if (isStillHere()) window.location.assign(url)
    } catch (failure) {
      release()
      const detail = findProblem(failure)?.detail
      showToast({
        kind: 'error',
        title: ownPlanWords.billingError,
        description: detail ?? ownPlanWords.billingErrorNext,
      })
    }
  }
  return (
    <Button {...props} onClick={() => void open()} data-disabled={isLocked}>
      {isLocked ? ownPlanWords.processingButton : ownPlanWords.manageBilling}
    </Button>
  )
}

/**
 * Redirects the browser to the payment page of a price. During this time every checkout button is locked, for 10 s at
 * most, or until an error (PAY-3, PAY-4). `busyButton` is the button that was pressed.
 */
function useCheckout() {
  const { isLocked, hold, release } = useLock()
  const [button, setButton] = useState<string | null>(null)
  const isStillHere = useStillHere()

  // The browser's Back may restore the page with locked buttons: unlock them.
  useEffect(() => {
    const reopen = (event: PageTransitionEvent) => {
      if (event.persisted) release()
    }
    window.addEventListener('pageshow', reopen)
    return () => window.removeEventListener('pageshow', reopen)
  }, [release])

  async function start(priceId: string, pressed: string) {
    if (isLocked) return
    hold(planTimersMs.checkoutLock)
    setButton(pressed)
    showToast({ kind: 'success', title: ownPlanWords.initiating })
    try {
      const url = await createCheckoutSession(priceId)
      if (!isStillHere()) return
      showToast({
        kind: 'success',
        title: ownPlanWords.redirecting,
        description: ownPlanWords.redirectingNext,
      })
      begunCheckout.note()
      window.location.assign(url)
    } catch (failure) {
      release()
      if (!(failure instanceof CheckoutFailure)) throw failure
      if (failure.reason === 'signed-out')
        showToast({
          kind: 'error',
          title: ownPlanWords.loginRequired,
          description: ownPlanWords.loginRequiredNext,
        })
      else showToast({ kind: 'error', title: ownPlanWords.checkoutError, description: failure.message })
    }
  }
  return { start, isLocked, busyButton: isLocked ? button : null }
}
