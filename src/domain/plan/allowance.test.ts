import { expect, it } from 'vitest'
import { computeUsageWindowStart, countRemaining, monthlyAllowance } from './tier.ts'

it.each([
  ['free', 1],
  ['monthly', 5],
  ['sixmonth', 25],
  ['annual', 100],
  ['pending', 0],
] as const)('%s covers %i of each kind a month (PLAN-2)', (tier, limit) => {
  expect(monthlyAllowance[tier]).toEqual({ age: limit, person: limit })
})
it('makes enterprise unlimited (PLAN-2)', () => {
  expect(countRemaining('enterprise', 'age', 5000)).toBe(Number.POSITIVE_INFINITY)
})
it('never leaves less than zero (USAGE-3)', () => {
  expect(countRemaining('free', 'person', 7)).toBe(0)
  expect(countRemaining('monthly', 'person', 4)).toBe(1)
})
it('counts from the first of the month in UTC (USAGE-1)', () => {
  expect(computeUsageWindowStart(new Date('2026-12-01T00:00:00Z'), null)).toEqual(
    new Date('2026-12-01T00:00:00Z'),
  )
  expect(computeUsageWindowStart(new Date('2026-11-30T23:59:59Z'), null)).toEqual(
    new Date('2026-11-01T00:00:00Z'),
  )
})
it('counts from the reset date when that is later (USAGE-1)', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(computeUsageWindowStart(now, new Date('2026-11-10T08:00:00Z'))).toEqual(
    new Date('2026-11-10T08:00:00Z'),
  )
  expect(computeUsageWindowStart(now, new Date('2026-10-10T08:00:00Z'))).toEqual(
    new Date('2026-11-01T00:00:00Z'),
  )
})
