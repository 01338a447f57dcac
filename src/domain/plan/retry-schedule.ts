/** The number of retries, and how the delays between them grow. */
export type RetrySchedule = { retries: number; firstDelayMs: number; factor: number }

/** While a subscription is pending (PLAN-14). */
export const pendingRetries: RetrySchedule = { retries: 6, firstDelayMs: 3000, factor: 1.5 }

/** While the success page waits for the activation (PAY-8). */
export const activationRetries: RetrySchedule = { retries: 10, firstDelayMs: 2000, factor: 1.5 }

/** The number of retries that a manual refresh adds when the subscription isn't active yet (PAY-11). */
export const manualRefreshAddsRetries = 5

/** After more than this many attempts the success page shows the amber banner (PAY-10). */
export const amberBannerAfterAttempts = 3

/**
 * The delay before the next retry, in milliseconds, or `null` when the schedule is exhausted.
 *
 * @param triesMade the number of retries already made: 0 returns the first delay
 */
export function findNextDelayMs(schedule: RetrySchedule, triesMade: number): number | null {
  if (triesMade >= schedule.retries) return null
  return schedule.firstDelayMs * schedule.factor ** triesMade
}

/** The same schedule with more retries at its end; the delays keep growing. */
export function raiseSchedule(schedule: RetrySchedule, moreRetries: number): RetrySchedule {
  return { ...schedule, retries: schedule.retries + moreRetries }
}

/** The timers of the plan screens, in milliseconds (PLAN-12, PLAN-13, PAY). */
export const planTimersMs = {
  /** How long a fetched subscription counts as fresh. */
  cache: 5 * 60_000,
  refreshCooldown: 3000,
  /** A page that becomes visible refreshes if the last refresh is older than this. */
  visibilityRefresh: 30_000,
  refreshLock: 10_000,
  /** When a refresh button that was locked by loading is unlocked. */
  refreshLockAfterLoading: 5000,
  checkoutLock: 10_000,
  /** The delay before the status card appears on the dashboard. */
  cardDelay: 300,
  /** From "Subscription activated" to the dashboard. */
  activationRedirect: 1500,
  /** From a successful manual refresh to the dashboard. */
  manualRefreshRedirect: 1000,
  /** How long the "Subscription Processing" toast of the success page stays. */
  processingToast: 8000,
} as const
