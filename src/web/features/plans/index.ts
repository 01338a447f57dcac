export { PlanCard } from './plan-card.tsx'
export { PendingBanner, StandingBanner } from './standing-banner.tsx'
export { UsageMeter } from './usage-meter.tsx'
export { usePlanRefresh } from './use-plan-refresh.ts'
