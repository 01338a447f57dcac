export { PlanCard } from './plan-card.tsx'
export { PendingBanner } from './standing-banner.tsx'
export { usePlanRefresh } from './use-plan-refresh.ts'
