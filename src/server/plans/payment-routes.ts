import { type Context, Hono } from 'hono'
import { paths } from '../../contract/paths.ts'
import { checkoutRequestSchema, portalRequestSchema } from '../../contract/subscription.ts'
import { type Account, authenticate } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { functionProblemResponse, problemResponse } from '../http/problem.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import { validatedJson } from '../http/validated.ts'
import type { Platform } from '../platform/platform.ts'
import type { RateLimit } from '../platform/rate-limits/index.ts'
import { createCheckout } from './create-checkout.ts'
import { openPortal } from './open-portal.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import { showPrices, showSubscription } from './show-subscription.ts'

/** Calls that make us ask the payment provider, per account. */
const checkoutLimit: RateLimit = { name: 'checkout', points: 20, seconds: 60 }
const portalLimit: RateLimit = { name: 'billing-portal', points: 20, seconds: 60 }
const refreshLimit: RateLimit = { name: 'refresh-subscription', points: 30, seconds: 60 }

/** Buying a plan, managing it, and hearing from the payment provider. */
export function paymentRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.get(paths.priceList, (c) => c.json(showPrices(platform)))

  app.get(paths.subscription, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    return c.json(await showSubscription(platform, account.id))
  })

  app.post(paths.refreshSubscription, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const answer = (await limited(refreshLimit, account)) ?? (await refreshSubscription(platform, account.id))
    return isRefusal(answer) ? problemResponse(c, answer) : c.json(answer)
  })

  app.post(paths.billingPortal, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const body = await validatedJson(c, portalRequestSchema)
    if (isRefusal(body)) return problemResponse(c, body)
    const answer =
      (await limited(portalLimit, account)) ?? (await openPortal(platform, account.id, body.returnUrl))
    return isRefusal(answer) ? problemResponse(c, answer) : c.json(answer)
  })

  app.post(paths.createCheckoutSession, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return checkoutProblem(c, refuse('checkout_authentication_required'))
    const body = await validatedJson(c, checkoutRequestSchema)
    if (isRefusal(body)) return checkoutProblem(c, body)
    const answer = (await limited(checkoutLimit, account)) ?? (await createCheckout(platform, account, body))
    return isRefusal(answer) ? checkoutProblem(c, answer) : c.json({ success: true, url: answer.url })
  })

  // Needs no session: the signature over the raw body says who speaks.
  app.post(paths.stripeWebhook, async (c) => {
    const answer = await receiveWebhook(platform, await c.req.text(), c.req.header('Stripe-Signature'))
    return isRefusal(answer) ? functionProblemResponse(c, answer) : c.json(answer)
  })

  async function limited(limit: RateLimit, account: Account): Promise<Refusal | null> {
    const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(limit, account.id)
    return allowed ? null : refuse('rate_limited', { retryAfterSeconds })
  }

  return app
}

/** The sentence that the checkout shows below "Checkout Error" stands in `error` (PAY-3). */
function checkoutProblem(c: Context<AppEnv>, refusal: Refusal): Response {
  return functionProblemResponse(c, refusal, 'detail')
}
