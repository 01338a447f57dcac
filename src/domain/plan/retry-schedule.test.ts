import { expect, it } from 'vitest'
import {
  activationRetries,
  findNextDelayMs,
  manualRefreshAddsRetries,
  pendingRetries,
  planTimersMs,
  type RetrySchedule,
  raiseSchedule,
} from './retry-schedule.ts'

function delays(schedule: RetrySchedule): number[] {
  const list: number[] = []
  for (
    let delay = findNextDelayMs(schedule, 0);
    delay !== null;
    delay = findNextDelayMs(schedule, list.length)
  )
    list.push(delay)
  return list
}

it('polls a pending subscription 6 times, after 3 s and with delays growing by half (PLAN-14)', () => {
  expect(delays(pendingRetries)).toEqual([3000, 4500, 6750, 10_125, 15_187.5, 22_781.25])
})
it('polls for the activation 10 times, after 2 s and with delays growing by half (PAY-8)', () => {
  const waits = delays(activationRetries)
  expect(waits).toHaveLength(10)
  expect(waits.slice(0, 4)).toEqual([2000, 3000, 4500, 6750])
  expect(waits.at(-1)).toBeCloseTo(76_887, 0)
})
it('adds 5 retries after a manual refresh without a change', () => {
  const more = raiseSchedule(activationRetries, manualRefreshAddsRetries)
  expect(delays(more)).toHaveLength(15)
  expect(findNextDelayMs(activationRetries, 10)).toBeNull()
  expect(findNextDelayMs(more, 10)).toBeCloseTo(2000 * 1.5 ** 10, 5)
})
it('caches for 5 minutes, allows a refresh every 3 s, and refreshes a page that was hidden for 30 s (PLAN-12)', () => {
  const { cache, refreshCooldown, visibilityRefresh } = planTimersMs
  expect([cache, refreshCooldown, visibilityRefresh]).toEqual([300_000, 3000, 30_000])
})
it('locks the refresh button for 10 s, for 5 s once a page has loaded, and the checkout for 10 s (PAY-4, PLAN-13)', () => {
  const { refreshLock, refreshLockAfterLoading, checkoutLock } = planTimersMs
  expect([refreshLock, refreshLockAfterLoading, checkoutLock]).toEqual([10_000, 5000, 10_000])
})
it('redirects in 1.5 s or, after a refresh, 1 s, and shows a card in 0.3 s and a toast for 8 s (PAY-9)', () => {
  const { activationRedirect, manualRefreshRedirect, cardDelay, processingToast } = planTimersMs
  expect([activationRedirect, manualRefreshRedirect, cardDelay, processingToast]).toEqual([
    1500, 1000, 300, 8000,
  ])
})
