import { expect, it } from 'vitest'
import {
  findPendingTier,
  judgeStanding,
  normalisePreviousTier,
  type SubscriptionRow,
} from './subscription.ts'

const row: SubscriptionRow = {
  tier: 'monthly',
  status: 'active',
  currentPeriodEnd: new Date('2026-12-21T12:00:00Z'),
  providerId: 'sub_1',
  priceId: 'price_1',
  endsWithPeriod: false,
  previousTier: 'free',
  usageResetDate: null,
  usageResetTier: null,
}

it.each<[Partial<SubscriptionRow> | null, string]>([
  [null, 'none'],
  [{ status: 'pending' }, 'pending'],
  [{}, 'active'],
  [{ tier: 'enterprise', providerId: null }, 'active'],
  [{ endsWithPeriod: true }, 'ending'],
  [{ status: 'past_due', previousTier: 'monthly' }, 'overdue'],
  [{ status: 'unpaid', previousTier: 'monthly' }, 'overdue'],
  [{ status: 'incomplete' }, 'refused'],
  [{ tier: 'free', status: 'incomplete_expired' }, 'none'],
  [{ tier: 'free', status: 'canceled', previousTier: 'annual' }, 'ended'],
  [{ tier: 'free', status: 'active', previousTier: null }, 'none'],
  [{ tier: 'platinum', status: 'active', previousTier: null }, 'none'],
])('puts %j at %s (PLAN-15)', (more, standing) => {
  expect(judgeStanding(more && { ...row, ...more })).toBe(standing)
})
it('normalises the previous tier', () => {
  expect(normalisePreviousTier(null)).toBeNull()
  expect(normalisePreviousTier({ ...row, previousTier: null })).toBeNull()
  expect(normalisePreviousTier({ ...row, previousTier: 'yearly' })).toBe('annual')
})
it('returns the plan only while its payment is pending (PLAN-10)', () => {
  expect(findPendingTier({ ...row, tier: 'six_month', status: 'pending' })).toBe('sixmonth')
  expect(findPendingTier({ ...row, tier: 'pending', status: 'pending' })).toBeNull()
  expect(findPendingTier({ ...row, tier: 'annual', status: 'active' })).toBeNull()
  expect(findPendingTier(null)).toBeNull()
})
