import { ActionIcon, Alert, Button, Card, Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Subscription } from '../../../contract/plan.ts'
import type { PaidTier } from '../../../domain/plan/paid-plan.ts'
import { describeUsage, type KnownUsage } from '../../../domain/plan/plan-limits.ts'
import type { Tier } from '../../../domain/plan/tier.ts'
import type { VerificationKind } from '../../../domain/verification/verification.ts'
import offerWords from '../../../words/en/offers.ts'
import words from '../../../words/en/own-plan.ts'
import { toLocalDay } from '../../shared/time/local-day.ts'
import { describeDay } from '../../shared/time/moment.tsx'
import { LoadingCard } from '../../shared/ui/cards.tsx'
import classes from './plan-card.module.css'
import { type KindUsage, type Plan, usePlanRefresh, useRest } from './use-plan.tsx'

/**
 * The plan in force and the rest of this month's allowance. Below it is the link to the plans, or the plan's `actions`.
 */
export function PlanCard({ actions }: { actions?: (plan: Plan) => ReactNode }) {
  const { plan, refresh, isLocked, restMs, isRefreshing } = usePlanRefresh()
  const rest = useRest({ isLocked, restMs, onPress: () => void refresh() })
  const { usage, subscription } = plan
  if (plan.isLoading) return <LoadingCard words={words.loading} />
  return (
    <Card
      component="section"
      className={classes['card'] ?? ''}
      aria-labelledby="plan-card-title"
      aria-busy={isRefreshing}
    >
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Title order={2} size="h3" id="plan-card-title">
            {words.title}
          </Title>
          <Text c="dimmed">{namePlan(subscription?.tier ?? 'free')}</Text>
        </div>
        <ActionIcon
          {...rest.button}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={words.refresh}
          title={words.refresh}
        >
          <IconRefresh
            className={isRefreshing ? (classes['turning'] ?? '') : ''}
            size={20}
            stroke={1.6}
            aria-hidden="true"
          />
        </ActionIcon>
        {rest.description}
      </Group>
      <Stack mt="md" gap="md">
        {usage && subscription ? (
          <>
            <SubscriptionBanner subscription={subscription} />
            {subscription.tier === 'pending' ? null : <Month usage={usage} />}
          </>
        ) : (
          <Alert color="yellow" title={words.dataIssue}>
            {words.dataIssueNext}
          </Alert>
        )}
        <div className={classes['actions']}>
          {actions ? actions(plan) : <PlansLink tier={subscription?.tier ?? 'free'} />}
        </div>
      </Stack>
    </Card>
  )
}

function Month({ usage }: { usage: NonNullable<Plan['usage']> }) {
  return (
    <>
      <div className={classes['meters']}>
        <UsageMeter kind="age" usage={toKnownUsage(usage.ageVerification)} />
        <UsageMeter kind="person" usage={toKnownUsage(usage.personVerification)} />
      </div>
      {usage.ageVerification.unlimited ? null : (
        <Text size="sm" c="dimmed">
          {words.countedSince({ day: describeDay(toLocalDay(new Date(usage.since))) })}{' '}
          {words.everyCreationCounts}
        </Text>
      )}
    </>
  )
}

function namePlan(tier: Tier): string {
  return tier === 'pending' ? words.waiting : words.plan({ name: offerWords.tiers[tier] })
}

function PlansLink({ tier }: { tier: Tier }) {
  return (
    <Button component={Link} to="/subscription" variant="default">
      {tier === 'free' ? words.viewPlans : words.manage}
    </Button>
  )
}

/** In the API's JSON an unlimited month has no remaining count. */
function toKnownUsage({ used, remaining }: KindUsage): KnownUsage {
  return { used, remaining: remaining ?? Number.POSITIVE_INFINITY }
}

/** The month's usage of one kind, in one of the five displays (USAGE-6). */
export function UsageMeter({
  kind,
  usage,
}: {
  kind: VerificationKind
  usage: KnownUsage | 'loading' | 'failed'
}) {
  const display = describeUsage(usage)
  switch (display.state) {
    case 'loading':
      return <Skeleton height={44} aria-hidden="true" />
    case 'unlimited':
      return (
        <Alert color="green" title={words.unlimited}>
          {words.kinds[kind]}
        </Alert>
      )
    case 'limit_reached':
      return (
        <Alert color="red" title={words.limitReached}>
          {words.limitReachedNext[kind]}
        </Alert>
      )
    case 'data_error':
      return (
        <Alert color="yellow" title={words.dataIssue}>
          {words.dataIssueNext}
        </Alert>
      )
    case 'normal':
      return (
        <div>
          <Group justify="space-between" gap="xs" mb={6}>
            <Text size="sm" fw={500}>
              {words.kinds[kind]}
            </Text>
            <Text size="sm" c="dimmed">
              {words.used({ used: display.used, total: display.total })}
            </Text>
          </Group>
          <Progress
            value={display.percent}
            aria-label={words.usedOf({ kind: words.kinds[kind], used: display.used, total: display.total })}
          />
        </div>
      )
  }
}

/** Describes the state of a subscription: when it renews or ends, or why it is not in force. */
function SubscriptionBanner({ subscription }: { subscription: Subscription }) {
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

/** Shown when the checkout is done and the payment isn't confirmed yet (PLAN-10). */
export function PendingBanner({ tier }: { tier: PaidTier | null }) {
  return (
    <Alert mod="request" title={words.pending}>
      {tier ? <Text fw={600}>{words.pendingPlan({ plan: offerWords.tiers[tier] })}</Text> : null}
      <Text>{words.pendingNext}</Text>
      <Text>{words.pendingWait}</Text>
    </Alert>
  )
}
