import { Alert, Text } from '@mantine/core'
import type { Subscription } from '../../../contract/plan.ts'
import type { PaidTier } from '../../../domain/plan/paid-plan.ts'
import offerWords from '../../../words/en/offers.ts'
import words from '../../../words/en/own-plan.ts'
import { toLocalDay } from '../../shared/time/local-day.ts'
import { describeDay } from '../../shared/time/moment.tsx'

/** What is to be said about a subscription beyond its name: when it renews or ends, or what keeps it from counting. */
export function StandingBanner({ subscription }: { subscription: Subscription }) {
  const { standing, currentPeriodEnd, previousTier } = subscription
  const day = currentPeriodEnd ? describeDay(toLocalDay(new Date(currentPeriodEnd))) : null
  switch (standing) {
    case 'pending':
      return <PendingBanner tier={subscription.pendingTier} />
    case 'overdue':
      return (
        <Alert color="red" title={words.overdue}>
          {words.overdueNext}
        </Alert>
      )
    case 'refused':
      return (
        <Alert color="yellow" title={words.refused}>
          {words.refusedNext}
        </Alert>
      )
    case 'ended':
      return previousTier ? <Text>{words.endedPlan({ plan: offerWords.tiers[previousTier] })}</Text> : null
    case 'active':
      return day ? <Text c="dimmed">{words.renews({ day })}</Text> : null
    case 'ending':
      return day ? <Text>{words.ends({ day })}</Text> : null
    case 'none':
      return null
  }
}

/** The checkout is done and the payment not yet confirmed (PLAN-10). */
export function PendingBanner({ tier }: { tier: PaidTier | null }) {
  return (
    <Alert color="yellow" title={words.pending}>
      {tier ? <Text fw={600}>{words.pendingPlan({ plan: offerWords.tiers[tier] })}</Text> : null}
      <Text>{words.pendingNext}</Text>
      <Text>{words.pendingWait}</Text>
    </Alert>
  )
}
