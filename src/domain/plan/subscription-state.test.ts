import { describe, expect, it } from 'vitest'
import {
  applySubscriptions,
  findDecisive,
  type ProviderSubscription,
  type SubscriptionRow,
} from './subscription.ts'
import { decideTier } from './tier.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = new Date('2026-11-25T09:00:00Z')
const nextMonth = new Date('2026-12-02T09:00:00Z')

function subscription(more: Partial<ProviderSubscription> = {}): ProviderSubscription {
  return {
    id: 'sub_1',
    priceId: 'price_monthly',
    tier: 'monthly',
    status: 'active',
    firstPayment: 'settled',
    periodEnd: new Date('2026-12-21T12:00:00Z'),
    endsWithPeriod: false,
    createdAt: now,
    ...more,
  }
}

function rowAfter(...steps: [ProviderSubscription[], Date][]): SubscriptionRow {
  const row = steps.reduce<SubscriptionRow | null>(
    (previous, [list, at]) => applySubscriptions(previous, list, at),
    null,
  )
  if (!row) throw new Error('no row')
  return row
}

describe('the tier that the provider’s state makes', () => {
  it('is that of a paid active subscription', () => {
    const row = rowAfter([[subscription()], now])
    expect(row).toMatchObject({
      tier: 'monthly',
      status: 'active',
      previousTier: 'free',
      providerId: 'sub_1',
    })
    expect(decideTier(row)).toBe('monthly')
  })
  it.each(['incomplete', 'active'])(
    'is pending while the payment of an %s one is not confirmed (PAY-15)',
    (status) => {
      const row = rowAfter([[subscription({ status, firstPayment: 'processing' })], now])
      expect(row).toMatchObject({ tier: 'monthly', status: 'pending', previousTier: 'free' })
      expect(decideTier(row)).toBe('pending')
      expect(row.usageResetDate).toBeNull()
    },
  )
  it('is free again when the late payment fails', () => {
    const row = rowAfter(
      [[subscription({ status: 'incomplete', firstPayment: 'processing' })], now],
      [[subscription({ status: 'incomplete', firstPayment: 'failed' })], later],
    )
    expect(decideTier(row)).toBe('free')
    expect(row.usageResetDate).toBeNull()
  })
  it('is free while a renewal is in arrears, and the paid tier once it arrives (PAY-16)', () => {
    const arrears = rowAfter([[subscription()], now], [[subscription({ status: 'past_due' })], later])
    expect(arrears).toMatchObject({ tier: 'monthly', status: 'past_due', previousTier: 'monthly' })
    expect(decideTier(arrears)).toBe('free')
    expect(decideTier(applySubscriptions(arrears, [subscription()], later))).toBe('monthly')
  })
  it('stays paid until the end of a period that will not renew, then is free (PAY-16)', () => {
    const leaving = rowAfter([[subscription({ endsWithPeriod: true })], now])
    expect(leaving).toMatchObject({ tier: 'monthly', status: 'active', endsWithPeriod: true })
    const gone = applySubscriptions(
      leaving,
      [subscription({ endsWithPeriod: true, status: 'canceled' })],
      nextMonth,
    )
    expect(gone).toMatchObject({
      tier: 'free',
      status: 'canceled',
      previousTier: 'monthly',
      endsWithPeriod: false,
    })
  })
  it('is free when the provider no longer has any subscription', () => {
    const row = applySubscriptions(rowAfter([[subscription()], now]), [], later)
    expect(row).toMatchObject({ tier: 'free', status: 'canceled', previousTier: 'monthly' })
  })
  it('stores nothing for a customer who never subscribed', () => {
    expect(applySubscriptions(null, [], now)).toBeNull()
    expect(applySubscriptions(null, [subscription({ tier: null })], now)).toBeNull()
  })
  it('keeps a tier that was granted by hand (PAY-16)', () => {
    const granted: SubscriptionRow = {
      tier: 'enterprise',
      status: 'active',
      currentPeriodEnd: null,
      providerId: null,
      priceId: null,
      endsWithPeriod: false,
      previousTier: null,
      usageResetDate: null,
      usageResetTier: null,
    }
    expect(applySubscriptions(granted, [], now)).toBe(granted)
    expect(applySubscriptions(granted, [subscription({ status: 'canceled' })], now)).toBe(granted)
  })
  it('is kept for subscribers of a price that is no longer configured, but not for an unrelated price', () => {
    const row = rowAfter([[subscription()], now])
    expect(applySubscriptions(row, [subscription({ tier: null })], later)?.tier).toBe('monthly')
    expect(applySubscriptions(row, [subscription({ tier: null, priceId: 'price_other' })], later)?.tier).toBe(
      'free',
    )
  })
})

describe('the decisive one of several subscriptions', () => {
  const ended = subscription({ id: 'sub_ended', tier: 'annual', status: 'canceled', createdAt: nextMonth })
  const arrears = subscription({
    id: 'sub_arrears',
    tier: 'annual',
    status: 'past_due',
    createdAt: nextMonth,
  })
  const waiting = subscription({ id: 'sub_waiting', tier: 'annual', firstPayment: 'processing' })
  const paid = subscription({ id: 'sub_paid' })
  const larger = subscription({ id: 'sub_larger', tier: 'sixmonth' })
  it.each([
    [[ended, arrears, waiting, paid], 'sub_paid'],
    [[waiting, arrears, ended], 'sub_waiting'],
    [[ended, arrears], 'sub_arrears'],
    [[subscription({ id: 'sub_older', tier: 'annual', status: 'canceled' }), ended], 'sub_ended'],
    [[subscription({ id: 'sub_newer', createdAt: later }), larger], 'sub_larger'],
  ])('is the same in any order (case %#)', (list, id) => {
    expect(findDecisive(list, null)?.id).toBe(id)
    expect(findDecisive(list.toReversed(), null)?.id).toBe(id)
  })
})

describe('a fresh allowance', () => {
  const annual = subscription({ tier: 'annual', priceId: 'price_annual' })
  it('starts with the first payment', () => {
    expect(rowAfter([[subscription()], now])).toMatchObject({
      usageResetDate: now,
      usageResetTier: 'monthly',
    })
  })
  it('starts when a late payment is confirmed, not before', () => {
    const row = rowAfter(
      [[subscription({ status: 'incomplete', firstPayment: 'processing' })], now],
      [[subscription()], later],
    )
    expect(row).toMatchObject({ usageResetDate: later, previousTier: 'free' })
  })
  it('starts with an upgrade', () => {
    const row = rowAfter([[subscription()], now], [[annual], later])
    expect(row).toMatchObject({ tier: 'annual', previousTier: 'monthly', usageResetDate: later })
  })
  it("doesn't start with a downgrade", () => {
    const row = rowAfter([[annual], now], [[subscription()], later])
    expect(row).toMatchObject({ tier: 'monthly', previousTier: 'annual', usageResetDate: now })
  })
  it("doesn't start again with a downgrade and an upgrade within the month (USAGE-5)", () => {
    const row = rowAfter([[annual], now], [[subscription()], later], [[annual], later])
    expect(row).toMatchObject({ tier: 'annual', usageResetDate: now })
  })
  it("doesn't start when a renewal in arrears is paid, even in a later month", () => {
    const row = rowAfter(
      [[subscription()], now],
      [[subscription({ status: 'past_due' })], nextMonth],
      [[subscription()], nextMonth],
    )
    expect(row).toMatchObject({ tier: 'monthly', usageResetDate: now })
  })
  it("doesn't start with a cancellation and a new purchase within the month (USAGE-5)", () => {
    const row = rowAfter(
      [[subscription()], now],
      [[subscription({ status: 'canceled' })], later],
      [[subscription({ status: 'canceled' }), subscription({ id: 'sub_2' })], later],
    )
    expect(row).toMatchObject({ tier: 'monthly', providerId: 'sub_2', usageResetDate: now })
  })
  it("doesn't start when the same state is reported again", () => {
    const row = rowAfter([[subscription()], now], [[subscription()], later], [[subscription()], nextMonth])
    expect(row.usageResetDate).toEqual(now)
  })
})
