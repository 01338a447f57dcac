import { expect, it } from 'vitest'
import { describeWait, describeWaitUntil } from './wait.ts'

it.each([
  [0, 'in 1 second'],
  [1, 'in 1 second'],
  [59.2, 'in 60 seconds'],
  [100, 'in 2 minutes'],
  [3600, 'in 60 minutes'],
  [6000, 'in 2 hours'],
  [86_400, 'in 24 hours'],
])('rounds a wait of %s seconds up, never down (ERROR-14)', (seconds, words) => {
  expect(describeWait(seconds)).toBe(words)
})

it('returns "later" for an unknown time', () => {
  expect(describeWaitUntil(undefined)).toBe('later')
  expect(describeWaitUntil(61)).toBe('in 61 seconds')
})
