import { describe, expect, it } from 'vitest'
import {
  continueAfterManualRefresh,
  continueAfterReading,
  findWaitMs,
  isProcessing,
  isSpent,
  isTakingLonger,
  notStarted,
  type Reading,
} from './use-activation.ts'

const free: Reading = { tier: 'free', isRefused: false, isNothingBought: false }
const pending: Reading = { ...free, tier: 'pending' }
const monthly: Reading = { ...free, tier: 'monthly' }

const having = (...readings: Reading[]) => readings.reduce(continueAfterReading, notStarted)
const times = (count: number, reading: Reading) => Array.from({ length: count }, () => reading)

describe('waiting for the plan', () => {
  it('ends with the first reading that finds a paid tier (PAY-8)', () => {
    const done = having(monthly)
    expect(done.tier).toBe('monthly')
    expect(findWaitMs(done)).toBeNull()
    expect(isSpent(done)).toBe(false)
  })
  it('continues while the tier is free or pending, or a reading fails, with growing delays (PAY-8)', () => {
    expect(findWaitMs(notStarted)).toBeNull()
    expect(findWaitMs(having(free))).toBe(2000)
    expect(findWaitMs(having(free, pending))).toBe(3000)
    expect(findWaitMs(having(free, pending, null))).toBe(4500)
  })
  it('ends after the 10th retry (PAY-8)', () => {
    expect(isSpent(having(...times(10, pending)))).toBe(false)
    const spent = having(...times(11, pending))
    expect(isSpent(spent)).toBe(true)
    expect(findWaitMs(spent)).toBeNull()
  })
  it('ends when the payment was refused (PAY-12)', () => {
    const refused = having(pending, { ...free, isRefused: true })
    expect(findWaitMs(refused)).toBeNull()
    expect(isSpent(refused)).toBe(false)
    expect(isProcessing(refused)).toBe(false)
  })
})

describe('a visit without a purchase (PAY-19)', () => {
  const nothing: Reading = { ...free, isNothingBought: true }
  it('is recognised from the first reading on, and still polled', () => {
    expect(having(nothing).isNothingBought).toBe(true)
    expect(findWaitMs(having(nothing))).toBe(2000)
    expect(having(nothing, pending).isNothingBought).toBe(false)
    expect(having(nothing, monthly)).toMatchObject({ tier: 'monthly', isNothingBought: false })
  })
  it('is never told that a payment is being processed', () => {
    const spent = having(...times(11, nothing))
    expect(isProcessing(spent)).toBe(false)
    expect(isTakingLonger(spent)).toBe(false)
  })
})

describe('the notices', () => {
  it('report the processing after more than 3 retries (PAY-10)', () => {
    expect(isProcessing(having(...times(4, pending)))).toBe(false)
    expect(isProcessing(having(...times(5, pending)))).toBe(true)
    expect(isProcessing(having(...times(5, pending), monthly))).toBe(false)
  })
  it('ask whether it takes too long after all retries, unless refreshed manually (PAY-10)', () => {
    const spent = having(...times(11, pending))
    expect(isTakingLonger(having(...times(10, pending)))).toBe(false)
    expect(isTakingLonger(spent)).toBe(true)
    expect(isTakingLonger(continueAfterManualRefresh(spent, pending))).toBe(false)
  })
})

describe('a manual refresh', () => {
  it("adds 5 retries when the plan isn't in force yet, and also after a failure (PAY-11)", () => {
    const spent = having(...times(11, pending))
    for (const reading of [pending, null]) {
      const raised = continueAfterManualRefresh(spent, reading)
      expect(isSpent(raised)).toBe(false)
      expect(findWaitMs(raised)).toBeCloseTo(2000 * 1.5 ** 10)
      expect(raised.retriesMade).toBe(10)
    }
  })
  it('ends the wait when it finds the plan (PAY-11)', () => {
    const done = continueAfterManualRefresh(having(pending), monthly)
    expect(done).toMatchObject({ tier: 'monthly', foundBy: 'hand' })
    expect(findWaitMs(done)).toBeNull()
    expect(done.schedule.retries).toBe(10)
  })
  it("isn't credited with a later finding of the polling", () => {
    const later = continueAfterReading(continueAfterManualRefresh(having(pending), pending), monthly)
    expect(later).toMatchObject({ tier: 'monthly', foundBy: 'waiting' })
  })
})
