import type { Subscription } from '../../../contract/subscription.ts'
import { standings } from '../../../domain/plan/standing.ts'
import type { KnownUsage } from '../../../domain/plan/usage-display.ts'
import { StandingBanner, UsageMeter } from '../plans/index.ts'
import { Group, Sample } from './sample.tsx'

const usages: Record<string, KnownUsage | 'loading' | 'failed'> = {
  loading: 'loading',
  'some used': { used: 2, remaining: 3 },
  'limit reached': { used: 5, remaining: 0 },
  unlimited: { used: 12, remaining: Number.POSITIVE_INFINITY },
  'not known': 'failed',
}

const subscription: Omit<Subscription, 'standing'> = {
  tier: 'monthly',
  currentPeriodEnd: '2026-12-24T10:00:00.000Z',
  previousTier: 'monthly',
  pendingTier: null,
  canManageBilling: true,
}

/** The five ways of a month's usage, and how one can stand with a plan (USAGE-6, PLAN-15). */
export function PlanSamples() {
  return (
    <Group title="Plan">
      {Object.entries(usages).map(([name, usage]) => (
        <Sample key={name} name={`Usage: ${name}`}>
          <UsageMeter kind="age" usage={usage} />
        </Sample>
      ))}
      {standings
        .filter((standing) => standing !== 'none')
        .map((standing) => (
          <Sample key={standing} name={`Standing: ${standing}`}>
            <StandingBanner subscription={{ ...subscription, standing }} />
          </Sample>
        ))}
    </Group>
  )
}
