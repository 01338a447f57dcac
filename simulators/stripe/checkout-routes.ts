import { answerOk, refuseInvalid, refuseMissing } from './api-answer.ts'
import type { ApiCalls, ApiParts } from './api-calls.ts'
import { findText, listTexts } from './form-body.ts'
import { presentCheckout } from './present.ts'
import { findSimulatedPrice } from './prices.ts'

const checkoutLifeMs = 24 * 3_600_000

/** The hosted page on which somebody pays. */
export function addCheckoutRoutes({ read, write }: ApiCalls, { world, billing, origin }: ApiParts): void {
  const { state } = world
  write('POST', '/v1/checkout/sessions', (_, body) => {
    const customer = findText(body, 'customer')
    const price = findText(body, 'line_items', '0', 'price')
    const successUrl = findText(body, 'success_url')
    const cancelUrl = findText(body, 'cancel_url')
    if (findText(body, 'mode') !== 'subscription')
      return refuseInvalid('The simulator sells subscriptions only', 'mode')
    if (!customer || !state.customers[customer]) return refuseMissing('customer', 'customer')
    if (!price || !findSimulatedPrice(price)) return refuseMissing('price', 'line_items[0][price]')
    if (!successUrl || !cancelUrl || !URL.canParse(successUrl) || !URL.canParse(cancelUrl))
      return refuseInvalid('Not a valid URL', 'success_url')
    const id = world.newId('cs_test')
    const checkout = {
      id,
      customer,
      price,
      successUrl,
      cancelUrl,
      clientReferenceId: findText(body, 'client_reference_id'),
      subscriptionMetadata: listTexts(body, 'subscription_data', 'metadata'),
      status: 'open' as const,
      paymentStatus: 'unpaid' as const,
      subscription: null,
      created: world.now(),
      expiresAt: world.now() + checkoutLifeMs,
    }
    state.checkouts[id] = checkout
    world.keep()
    return answerOk(presentCheckout(checkout, origin()))
  })
  read('/v1/checkout/sessions/:id', (id) => {
    const checkout = state.checkouts[id]
    return checkout ? answerOk(presentCheckout(checkout, origin())) : refuseMissing('checkout.session', 'id')
  })
  write('POST', '/v1/checkout/sessions/:id/expire', (id) => {
    const checkout = state.checkouts[id]
    if (!checkout) return refuseMissing('checkout.session', 'id')
    if (!billing.expireCheckout(checkout)) return refuseInvalid('Only open Checkout Sessions can be expired')
    return answerOk(presentCheckout(checkout, origin()))
  })
}
