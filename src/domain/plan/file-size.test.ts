import { expect, it } from 'vitest'
import { canOpenThirdPartyDocuments, getTierMaxFileBytes } from './plan-limits.ts'
import { tiers } from './tier.ts'

it('admits files by the tier, and goes on with the free one’s size while a payment is pending (PLAN-3)', () => {
  const megabytes = tiers.map((tier) => [tier, getTierMaxFileBytes(tier) / 1024 / 1024])
  expect(Object.fromEntries(megabytes)).toEqual({
    free: 5,
    monthly: 10,
    sixmonth: 15,
    annual: 25,
    enterprise: 50,
    pending: 5,
  })
})

it('opens the third party’s photo and ID on every paid tier, and on no other (PLAN-7)', () => {
  expect(tiers.filter(canOpenThirdPartyDocuments)).toEqual(['monthly', 'sixmonth', 'annual', 'enterprise'])
})
