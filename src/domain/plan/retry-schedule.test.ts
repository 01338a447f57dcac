import { expect, it } from 'vitest'
import {
  activationRetries,
  manualRefreshAddsRetries,
  nextDelayMs,
  pendingRetries,
  planTimersMs,
  type RetrySchedule,
  raiseSchedule,
} from './retry-schedule.ts'

function delays(schedule: RetrySchedule): number[] {
  const list: number[] = []
  for (let delay = nextDelayMs(schedule, 0); delay !== null; delay = nextDelayMs(schedule, list.length))
    list.push(delay)
  return list
}

it('asks a pending subscription 6 times, after 3 s and then half as long again each time (PLAN-14)', () => {
  expect(delays(pendingRetries)).toEqual([3000, 4500, 6750, 10_125, 15_187.5, 22_781.25])
})
it('asks for the activation 10 times, after 2 s and then half as long again each time (PAY-8)', () => {
  const waits = delays(activationRetries)
  expect(waits).toHaveLength(10)
  expect(waits.slice(0, 4)).toEqual([2000, 3000, 4500, 6750])
  expect(waits.at(-1)).toBeCloseTo(76_887, 0)
})
it('adds 5 retries after a manual refresh that found nothing new', () => {
  const more = raiseSchedule(activationRetries, manualRefreshAddsRetries)
  expect(delays(more)).toHaveLength(15)
  expect(nextDelayMs(activationRetries, 10)).toBeNull()
  expect(nextDelayMs(more, 10)).toBeCloseTo(2000 * 1.5 ** 10, 5)
})
it('has the timers of the plan screens (PLAN-12, PAY-4, PAY-9)', () => {
  expect(planTimersMs).toEqual({
    cache: 300_000,
    refreshCooldown: 3000,
    visibilityRefresh: 30_000,
    refreshLock: 10_000,
    refreshLockAfterLoading: 5000,
    checkoutLock: 10_000,
    cardDelay: 300,
    activationRedirect: 1500,
    manualRefreshRedirect: 1000,
    processingToast: 8000,
  })
})
