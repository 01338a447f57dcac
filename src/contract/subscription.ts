import { z } from 'zod'
import { paidTiers } from '../domain/plan/paid-plan.ts'
import { standings } from '../domain/plan/standing.ts'
import { tiers } from '../domain/plan/tier.ts'

/** How the signed-in person stands with the plans. `currentPeriodEnd` is when the paid period ends or renews. */
export const subscriptionSchema = z.object({
  tier: z.enum(tiers),
  standing: z.enum(standings),
  currentPeriodEnd: z.iso.datetime().nullable(),
  previousTier: z.enum(tiers).nullable(),
  /** What was bought, while its payment is not confirmed. */
  pendingTier: z.enum(paidTiers).nullable(),
  /** Whether there is a billing portal to open. */
  canManageBilling: z.boolean(),
})
export type Subscription = z.infer<typeof subscriptionSchema>

/** What each plan is called at the payment provider, and which one "Subscribe Now" buys. */
export const priceListSchema = z.object({
  prices: z.array(z.object({ tier: z.enum(paidTiers), priceId: z.string() })),
  defaultPriceId: z.string(),
  /** Whether payments go to the simulator, where no money moves. */
  simulated: z.boolean(),
})
export type PriceList = z.infer<typeof priceListSchema>

const returnUrl = z.string().max(2000)

/** The body of create-checkout-session (PAY-1). Both URLs must be on our own origin. */
export const checkoutRequestSchema = z.object({
  priceId: z.string().min(1).max(255),
  successUrl: returnUrl,
  cancelUrl: returnUrl,
})
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>

/** The answer: where to send the browser. A refusal carries `error` in its place (PAY-1). */
export const checkoutAnswerSchema = z.object({ success: z.literal(true), url: z.string() })

/** Where the billing portal leads back to; on our own origin. */
export const portalRequestSchema = z.object({ returnUrl })
export const portalAnswerSchema = z.object({ url: z.string() })
export type PortalAnswer = z.infer<typeof portalAnswerSchema>
