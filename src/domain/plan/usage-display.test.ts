import { expect, it } from 'vitest'
import { describeUsage } from './plan-limits.ts'

it('shows a loading state', () => {
  expect(describeUsage('loading')).toEqual({ state: 'loading' })
})
it('shows an unlimited tier as unlimited', () => {
  expect(describeUsage({ used: 12, remaining: Number.POSITIVE_INFINITY })).toEqual({ state: 'unlimited' })
})
it('shows a reached limit when nothing remains', () => {
  expect(describeUsage({ used: 5, remaining: 0 })).toEqual({ state: 'limit_reached', used: 5, total: 5 })
  expect(describeUsage({ used: 0, remaining: 0 })).toMatchObject({ state: 'limit_reached' })
})
it('shows usage out of usage plus remaining otherwise (USAGE-6)', () => {
  expect(describeUsage({ used: 1, remaining: 4 })).toEqual({
    state: 'normal',
    used: 1,
    total: 5,
    percent: 20,
  })
})
it.each(['failed' as const, { used: Number.NaN, remaining: 1 }, { used: 1, remaining: Number.NaN }])(
  'shows a data error for %j (USAGE-6)',
  (usage) => {
    expect(describeUsage(usage)).toEqual({ state: 'data_error' })
  },
)
