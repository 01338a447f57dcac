import { Group, Stack } from '@mantine/core'
import words from '../../../../words/en/wizard.ts'
import { PendingBanner, usePlanRefresh } from '../../plans/index.ts'
import { DashboardLink, PlansLink } from './wizard-frame.tsx'

/**
 * Replaces the wizard while a payment is being processed. The plan is refetched as on other pages (CREATE-3): the
 * wizard opens once the payment is confirmed.
 */
export default function PendingPlan() {
  const { plan } = usePlanRefresh()
  return (
    <Stack maw="var(--assent-measure)">
      <PendingBanner tier={plan.subscription?.pendingTier ?? null} />
      <Group>
        <PlansLink>{words.viewPlans}</PlansLink>
        <DashboardLink />
      </Group>
    </Stack>
  )
}
