export { PendingBanner, PlanCard } from './plan-card.tsx'

export { usePlanRefresh } from './use-plan.tsx'
