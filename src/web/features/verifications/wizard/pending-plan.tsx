import { Group, Stack } from '@mantine/core'
import words from '../../../../words/en/wizard.ts'
import { PendingBanner, usePlanRefresh } from '../../plans/index.ts'
import { DashboardLink, PlansLink } from './wizard-frame.tsx'

/**
 * Nothing can be created while a payment is being processed, and nothing is spent either. The plan is asked for again
 * meanwhile, as everywhere (CREATE-3): the wizard opens by itself once the payment is confirmed.
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
