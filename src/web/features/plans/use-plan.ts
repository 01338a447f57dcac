import { useQuery } from '@tanstack/react-query'
import type { Usage } from '../../../contract/plan.ts'
import { subscriptionQuery } from '../../api/subscription.ts'
import { usageQuery } from '../../api/usage.ts'

/**
 * How the person stands with the plans and what is left of the month, as read last. Whoever shows it decides when it is read anew
 * (use-plan-refresh.ts).
 */
export function usePlan() {
  const usage = useQuery({ ...usageQuery, refetchOnWindowFocus: false })
  const subscription = useQuery({ ...subscriptionQuery, refetchOnWindowFocus: false })
  return {
    usage: usage.data,
    subscription: subscription.data,
    isLoading: usage.isPending || subscription.isPending,
    /** Reading failed and nothing older is known: the tier then counts as free (PLAN-6). */
    hasFailed: isMissing(usage) || isMissing(subscription),
    isReading: usage.isFetching || subscription.isFetching,
  }
}

/** What was read of the plan. */
export type Plan = ReturnType<typeof usePlan>
export type KindUsage = Usage['ageVerification']

function isMissing({ isError, data }: { isError: boolean; data: unknown }): boolean {
  return isError && data === undefined
}
