import type { Hono } from 'hono'
import { accountCallers } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { isRefusal } from '../http/problem.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import { createCheckout, openPortal } from './create-checkout.ts'
import { receiveWebhook, refreshSubscription, showPrices, showSubscription } from './sync-subscription.ts'
import { showUsage } from './tier.ts'

/** Routes for usage, buying and managing a plan, and the payment provider's webhooks. */
export function createPlansRoutes(platform: Platform): Hono<AppEnv> {
  return serveEndpoints(platform, accountCallers, {
    'GET /api/usage': ({ caller }) => showUsage(platform, caller.id),

    'GET /api/prices': () => showPrices(platform),

    'GET /api/subscription': ({ caller }) => showSubscription(platform, caller.id),

    'POST /api/subscription/refresh': ({ caller }) => refreshSubscription(platform, caller.id),

    'POST /api/billing-portal': ({ caller, body }) => openPortal(platform, caller.id, body.returnUrl),

    async 'POST /functions/v1/create-checkout-session'({ caller, body }) {
      const checkout = await createCheckout(platform, caller, body)
      return isRefusal(checkout) ? checkout : { success: true, url: checkout.url }
    },

    // Needs no session: the signature over the raw body identifies the sender.
    'POST /functions/v1/stripe-webhook': async ({ c }) =>
      receiveWebhook(platform, await c.req.text(), c.req.header('Stripe-Signature')),
  })
}
