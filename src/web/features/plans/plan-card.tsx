import { ActionIcon, Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { KnownUsage } from '../../../domain/plan/plan-limits.ts'
import type { Tier } from '../../../domain/plan/tier.ts'
import offerWords from '../../../words/en/offers.ts'
import words from '../../../words/en/own-plan.ts'
import { toLocalDay } from '../../shared/time/local-day.ts'
import { describeDay } from '../../shared/time/moment.tsx'
import { LoadingCard } from '../../shared/ui/loading-card.tsx'
import classes from './plan-card.module.css'
import { useRest } from './rest.tsx'
import { StandingBanner } from './standing-banner.tsx'
import { UsageMeter } from './usage-meter.tsx'
import type { KindUsage, Plan } from './use-plan.ts'
import { usePlanRefresh } from './use-plan-refresh.ts'

/** The plan in force and what is left of this month. Below it stands the way to the plans, or what `actions` makes of the plan. */
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
        {rest.said}
      </Group>
      <Stack mt="md" gap="md">
        {usage && subscription ? (
          <>
            <StandingBanner subscription={subscription} />
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

/** On the wire an unlimited month has no remaining count. */
function toKnownUsage({ used, remaining }: KindUsage): KnownUsage {
  return { used, remaining: remaining ?? Number.POSITIVE_INFINITY }
}
