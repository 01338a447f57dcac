import { z } from 'zod'
import { paidTiers } from '../domain/plan/paid-plan.ts'
import { standings } from '../domain/plan/subscription.ts'
import { tiers } from '../domain/plan/tier.ts'
import { type EndpointTable, kB } from './endpoint.ts'

/** The month's usage of one kind. `limit` and `remaining` are null when the tier is unlimited. */
const kindUsageSchema = z.object({
  used: z.number().int(),
  limit: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
  unlimited: z.boolean(),
})

/** The tier in force and the rest of this month's allowances. `since` is the instant from which creations count. */
export const usageSchema = z.object({
  tier: z.enum(tiers),
  since: z.iso.datetime(),
  ageVerification: kindUsageSchema,
  personVerification: kindUsageSchema,
})
export type Usage = z.infer<typeof usageSchema>

/** The signed-in person's plan. `currentPeriodEnd` is the end or the renewal of the paid period. */
const subscriptionSchema = z.object({
  tier: z.enum(tiers),
  standing: z.enum(standings),
  currentPeriodEnd: z.iso.datetime().nullable(),
  previousTier: z.enum(tiers).nullable(),
  /** The plan whose payment isn't confirmed yet. */
  pendingTier: z.enum(paidTiers).nullable(),
  canManageBilling: z.boolean(),
})
export type Subscription = z.infer<typeof subscriptionSchema>

/** The id of each plan's price at the payment provider, and the price behind "Subscribe Now". */
const priceListSchema = z.object({
  prices: z.array(z.object({ tier: z.enum(paidTiers), priceId: z.string() })),
  defaultPriceId: z.string(),
  /** Whether payments go to the simulator, without real money. */
  simulated: z.boolean(),
})
export type PriceList = z.infer<typeof priceListSchema>

const returnUrl = z.string().max(2000)

/** The body of create-checkout-session (PAY-1). Both URLs must be on this site's origin. */
const checkoutRequestSchema = z.object({
  priceId: z.string().min(1).max(255),
  successUrl: returnUrl,
  cancelUrl: returnUrl,
})
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>

/** The answer: the address to redirect the browser to. A refusal has `error` instead (PAY-1). */
const checkoutAnswerSchema = z.object({ success: z.literal(true), url: z.string() })

/** The return address of the billing portal, on this site's origin. */
const portalRequestSchema = z.object({ returnUrl })
const portalAnswerSchema = z.object({ url: z.string() })
export type PortalAnswer = z.infer<typeof portalAnswerSchema>

export const planEndpoints = {
  'GET /api/usage': {
    summary: 'Gets the current tier and the remaining allowance of this month',
    who: 'account',
    status: 200,
    answer: usageSchema,
  },
  'GET /api/prices': {
    summary: 'Lists the plans with the payment provider’s prices',
    who: 'public',
    status: 200,
    answer: priceListSchema,
  },
  'GET /api/subscription': {
    summary: 'Gets the account’s subscription',
    who: 'account',
    status: 200,
    answer: subscriptionSchema,
  },
  'POST /api/subscription/refresh': {
    summary: 'Refreshes the account’s subscription from the payment provider',
    who: 'account',
    limits: { caller: { name: 'refresh-subscription', points: 30, seconds: 60 } },
    status: 200,
    answer: subscriptionSchema,
    problems: ['payments_unavailable'],
  },
  'POST /api/billing-portal': {
    summary: 'Returns the address of the page for managing payments',
    who: 'account',
    limits: { caller: { name: 'billing-portal', points: 20, seconds: 60 } },
    maxBytes: 16 * kB,
    json: portalRequestSchema,
    status: 200,
    answer: portalAnswerSchema,
    problems: ['return_url_foreign', 'billing_unavailable', 'payments_unavailable'],
  },
  'POST /functions/v1/create-checkout-session': {
    summary: 'Starts a checkout and returns the address of its page',
    who: 'account',
    withoutSession: 'checkout_authentication_required',
    errorText: 'detail',
    limits: { caller: { name: 'checkout', points: 20, seconds: 60 } },
    maxBytes: 16 * kB,
    json: checkoutRequestSchema,
    status: 200,
    answer: checkoutAnswerSchema,
    problems: [
      'price_unknown',
      'return_url_foreign',
      'subscription_pending',
      'already_subscribed',
      'payments_unavailable',
    ],
  },
  'POST /functions/v1/stripe-webhook': {
    summary: 'Receives a signed notice from the payment provider',
    who: 'payment provider',
    allowsOtherSites: true,
    maxBytes: 1024 * kB,
    signedJson: z.looseObject({}),
    status: 200,
    answer: z.object({ received: z.literal(true) }),
  },
} satisfies EndpointTable
