import { expect, it } from 'vitest'
import { canOpenThirdPartyDocuments, getTierMaxFileBytes } from './plan-limits.ts'
import { tiers } from './tier.ts'

it('limits file sizes by tier, and applies the free tier’s limit while a payment is pending (PLAN-3)', () => {
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

it('gives access to the third party’s photo and ID on every paid tier, and on no other (PLAN-7)', () => {
  expect(tiers.filter(canOpenThirdPartyDocuments)).toEqual(['monthly', 'sixmonth', 'annual', 'enterprise'])
})
