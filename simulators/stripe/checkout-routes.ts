import { invalid, missing, ok } from './api-answer.ts'
import type { ApiCalls, ApiParts } from './api-calls.ts'
import { textAt, textsAt } from './form-body.ts'
import { presentCheckout } from './present.ts'
import { simulatedPrice } from './prices.ts'

const checkoutLifeMs = 24 * 3_600_000

/** The hosted page on which somebody pays. */
export function addCheckoutRoutes({ read, write }: ApiCalls, { world, billing, origin }: ApiParts): void {
  const { state } = world
  write('POST', '/v1/checkout/sessions', (_, body) => {
    const customer = textAt(body, 'customer')
    const price = textAt(body, 'line_items', '0', 'price')
    const successUrl = textAt(body, 'success_url')
    const cancelUrl = textAt(body, 'cancel_url')
    if (textAt(body, 'mode') !== 'subscription')
      return invalid('The simulator sells subscriptions only', 'mode')
    if (!customer || !state.customers[customer]) return missing('customer', 'customer')
    if (!price || !simulatedPrice(price)) return missing('price', 'line_items[0][price]')
    if (!successUrl || !cancelUrl || !URL.canParse(successUrl) || !URL.canParse(cancelUrl))
      return invalid('Not a valid URL', 'success_url')
    const id = world.newId('cs_test')
    const checkout = {
      id,
      customer,
      price,
      successUrl,
      cancelUrl,
      clientReferenceId: textAt(body, 'client_reference_id'),
      subscriptionMetadata: textsAt(body, 'subscription_data', 'metadata'),
      status: 'open' as const,
      paymentStatus: 'unpaid' as const,
      subscription: null,
      created: world.now(),
      expiresAt: world.now() + checkoutLifeMs,
    }
    state.checkouts[id] = checkout
    world.keep()
    return ok(presentCheckout(checkout, origin()))
  })
  read('/v1/checkout/sessions/:id', (id) => {
    const checkout = state.checkouts[id]
    return checkout ? ok(presentCheckout(checkout, origin())) : missing('checkout.session', 'id')
  })
  write('POST', '/v1/checkout/sessions/:id/expire', (id) => {
    const checkout = state.checkouts[id]
    if (!checkout) return missing('checkout.session', 'id')
    if (!billing.expireCheckout(checkout)) return invalid('Only open Checkout Sessions can be expired')
    return ok(presentCheckout(checkout, origin()))
  })
}
