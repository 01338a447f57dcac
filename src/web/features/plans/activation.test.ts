import { describe, expect, it } from 'vitest'
import {
  computeWaitMs,
  continueAfterManualRefresh,
  continueAfterReading,
  isProcessing,
  isSpent,
  isTakingLonger,
  notStarted,
  type Reading,
} from './activation.ts'

const free: Reading = { tier: 'free', isRefused: false, isNothingBought: false }
const pending: Reading = { ...free, tier: 'pending' }
const monthly: Reading = { ...free, tier: 'monthly' }

const having = (...readings: Reading[]) => readings.reduce(continueAfterReading, notStarted)
const times = (count: number, reading: Reading) => Array.from({ length: count }, () => reading)

describe('waiting for the plan', () => {
  it('is over with the first reading that finds a paid tier (PAY-8)', () => {
    const done = having(monthly)
    expect(done.tier).toBe('monthly')
    expect(computeWaitMs(done)).toBeNull()
    expect(isSpent(done)).toBe(false)
  })
  it('goes on while the tier is free or pending, or reading fails, with growing waits (PAY-8)', () => {
    expect(computeWaitMs(notStarted)).toBeNull()
    expect(computeWaitMs(having(free))).toBe(2000)
    expect(computeWaitMs(having(free, pending))).toBe(3000)
    expect(computeWaitMs(having(free, pending, null))).toBe(4500)
  })
  it('is given up after the 10th retry (PAY-8)', () => {
    expect(isSpent(having(...times(10, pending)))).toBe(false)
    const spent = having(...times(11, pending))
    expect(isSpent(spent)).toBe(true)
    expect(computeWaitMs(spent)).toBeNull()
  })
  it('is over when the payment was refused (PAY-12)', () => {
    const refused = having(pending, { ...free, isRefused: true })
    expect(computeWaitMs(refused)).toBeNull()
    expect(isSpent(refused)).toBe(false)
    expect(isProcessing(refused)).toBe(false)
  })
})

describe('a visit that bought nothing (PAY-19)', () => {
  const nothing: Reading = { ...free, isNothingBought: true }
  it('is known from the first reading on, and looked at again all the same', () => {
    expect(having(nothing).isNothingBought).toBe(true)
    expect(computeWaitMs(having(nothing))).toBe(2000)
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
  it('say that it is processing after more than 3 retries (PAY-10)', () => {
    expect(isProcessing(having(...times(4, pending)))).toBe(false)
    expect(isProcessing(having(...times(5, pending)))).toBe(true)
    expect(isProcessing(having(...times(5, pending), monthly))).toBe(false)
  })
  it('ask whether it takes too long once all retries are made, unless somebody refreshed by hand (PAY-10)', () => {
    const spent = having(...times(11, pending))
    expect(isTakingLonger(having(...times(10, pending)))).toBe(false)
    expect(isTakingLonger(spent)).toBe(true)
    expect(isTakingLonger(continueAfterManualRefresh(spent, pending))).toBe(false)
  })
})

describe('a refresh by hand', () => {
  it('adds 5 retries when the plan is not in force yet, and also when it failed (PAY-11)', () => {
    const spent = having(...times(11, pending))
    for (const reading of [pending, null]) {
      const raised = continueAfterManualRefresh(spent, reading)
      expect(isSpent(raised)).toBe(false)
      expect(computeWaitMs(raised)).toBeCloseTo(2000 * 1.5 ** 10)
      expect(raised.retriesMade).toBe(10)
    }
  })
  it('ends the waiting when it finds the plan (PAY-11)', () => {
    const done = continueAfterManualRefresh(having(pending), monthly)
    expect(done).toMatchObject({ tier: 'monthly', foundBy: 'hand' })
    expect(computeWaitMs(done)).toBeNull()
    expect(done.schedule.retries).toBe(10)
  })
  it('does not claim what the waiting finds later', () => {
    const later = continueAfterReading(continueAfterManualRefresh(having(pending), pending), monthly)
    expect(later).toMatchObject({ tier: 'monthly', foundBy: 'waiting' })
  })
})
