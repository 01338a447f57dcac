import { describe, expect, it } from 'vitest'
import { decideTier, normaliseTier } from './tier.ts'

describe('normaliseTier', () => {
  it.each([
    ['six_month', 'sixmonth'],
    ['6month', 'sixmonth'],
    ['yearly', 'annual'],
    ['monthly', 'monthly'],
    ['', 'free'],
    [null, 'free'],
  ] as const)('maps %j to %s (PLAN-4)', (stored, tier) => {
    expect(normaliseTier(stored)).toEqual({ tier, known: true })
  })
  it.each(['platinum', 'constructor', '__proto__'])(
    'counts %j as free and reports it as unknown (PLAN-4)',
    (stored) => {
      expect(normaliseTier(stored)).toEqual({ tier: 'free', known: false })
    },
  )
})

describe('decideTier', () => {
  it('is free without a subscription (PLAN-5)', () => {
    expect(decideTier(null)).toBe('free')
  })
  it('counts a subscription only while it is active (PLAN-5)', () => {
    expect(decideTier({ tier: 'annual', status: 'active' })).toBe('annual')
    expect(decideTier({ tier: 'annual', status: 'canceled' })).toBe('free')
    expect(decideTier({ tier: 'annual', status: null })).toBe('free')
  })
  it('is pending when either tier or status is (PLAN-5)', () => {
    expect(decideTier({ tier: 'pending', status: 'active' })).toBe('pending')
    expect(decideTier({ tier: 'monthly', status: 'pending' })).toBe('pending')
  })
})
