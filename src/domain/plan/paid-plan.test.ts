import { expect, it } from 'vitest'
import offerWords from '../../words/en/offers.ts'
import { formatPrice, isPaidTier, paidPlans } from './paid-plan.ts'

it('has the three specified plans with their prices and texts (PLAN-1)', () => {
  expect(
    paidPlans.map(({ tier, pricePence, recommended }) => [
      tier,
      offerWords.prices[tier]({ price: formatPrice(pricePence, 'GBP', 'en-GB') }),
      recommended,
      tier === 'monthly' ? null : offerWords.savings[tier],
    ]),
  ).toEqual([
    ['monthly', '£20 per month', false, null],
    ['sixmonth', '£70 per 6 months', true, 'Save £10 compared to monthly plan'],
    ['annual', '£120 per year', false, 'Save £120 compared to monthly plan'],
  ])
})
it('formats a price for the reader’s locale (PLAN-1)', () => {
  expect(formatPrice(2050, 'GBP', 'en-GB')).toBe('£20.50')
  expect(formatPrice(7000, 'GBP', 'de-DE').replace(/\s/g, ' ')).toBe('70 £')
  expect(formatPrice(2050, 'GBP', 'ar-u-nu-latn').replace(/\s/g, ' ')).toBe('\u200f20.50 £')
  expect(formatPrice(7000, 'GBP', 'es-ES').replace(/\s/g, ' ')).toBe('70 £')
  expect(formatPrice(7000, 'GBP', 'fr-FR').replace(/\s/g, ' ')).toBe('70 £')
})
it('accepts only known paid tiers', () => {
  expect(['monthly', 'free', 'pending', 'enterprise', 'platinum', null].map(isPaidTier)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
