import { ActionIcon, Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Usage } from '../../../contract/usage.ts'
import { tierNames } from '../../../domain/plan/paid-plan.ts'
import type { KnownUsage } from '../../../domain/plan/usage-display.ts'
import { ErrorCard } from '../ui/error-card.tsx'
import { LoadingCard } from '../ui/loading-card.tsx'
import { planWords as words } from './plan-words.ts'
import { UsageMeter } from './usage-meter.tsx'
import { usePlanRefresh } from './use-plan-refresh.ts'

/** The plan in force and what is left of this month. */
export function PlanCard() {
  const { usage, refresh, isLocked } = usePlanRefresh()
  if (usage.isPending) return <LoadingCard words={words.loading} />
  if (!usage.data)
    return (
      <ErrorCard
        title={words.dataIssue}
        action={
          <Button variant="default" onClick={() => void usage.refetch()} loading={usage.isFetching}>
            {words.refresh}
          </Button>
        }
      >
        {words.dataIssueNext}
      </ErrorCard>
    )
  const { tier } = usage.data
  return (
    <Card component="section" aria-labelledby="plan-card-title">
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Title order={2} size="h3" id="plan-card-title">
            {words.title}
          </Title>
          <Text c="dimmed">{words.plan(tierNames[tier])}</Text>
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={words.refresh}
          title={words.refresh}
          onClick={() => void refresh()}
          disabled={isLocked}
        >
          <IconRefresh size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <Stack mt="md" gap="md">
        {tier === 'pending' ? (
          <Alert color="yellow" title={words.pending}>
            {words.pendingNext}
            <br />
            {words.pendingWait}
          </Alert>
        ) : (
          <>
            <UsageMeter kind="age" usage={known(usage.data.ageVerification)} />
            <UsageMeter kind="person" usage={known(usage.data.personVerification)} />
          </>
        )}
        <Button component={Link} to="/subscription" variant="default" fullWidth>
          {tier === 'free' ? words.viewPlans : words.manage}
        </Button>
      </Stack>
    </Card>
  )
}

/** On the wire an unlimited month has no remaining count. */
function known({ used, remaining }: Usage['ageVerification']): KnownUsage {
  return { used, remaining: remaining ?? Number.POSITIVE_INFINITY }
}
