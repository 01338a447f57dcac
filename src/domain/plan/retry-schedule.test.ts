import { expect, it } from 'vitest'
import {
  activationRetries,
  manualRefreshAddsRetries,
  nextDelayMs,
  pendingRetries,
  type RetrySchedule,
  raised,
} from './retry-schedule.ts'

function delays(schedule: RetrySchedule): number[] {
  const list: number[] = []
  for (let delay = nextDelayMs(schedule, 0); delay !== null; delay = nextDelayMs(schedule, list.length))
    list.push(delay)
  return list
}

it('asks a pending subscription 6 times, after 3 s and then half as long again each time', () => {
  expect(delays(pendingRetries)).toEqual([3000, 4500, 6750, 10_125, 15_187.5, 22_781.25])
})
it('asks for the activation 10 times, after 2 s and then half as long again each time', () => {
  const waits = delays(activationRetries)
  expect(waits).toHaveLength(10)
  expect(waits.slice(0, 4)).toEqual([2000, 3000, 4500, 6750])
  expect(waits.at(-1)).toBeCloseTo(76_887, 0)
})
it('adds 5 retries after a manual refresh that found nothing new', () => {
  const more = raised(activationRetries, manualRefreshAddsRetries)
  expect(delays(more)).toHaveLength(15)
  expect(nextDelayMs(activationRetries, 10)).toBeNull()
  expect(nextDelayMs(more, 10)).toBeCloseTo(2000 * 1.5 ** 10, 5)
})
