import { answerOk, refuseInvalid, refuseMissing } from './api-answer.ts'
import type { ApiCalls, ApiParts } from './api-calls.ts'
import { findText } from './form-body.ts'
import { presentPortalSession } from './present.ts'
import { findSimulatedPrice } from './prices.ts'

/** The hosted page on which somebody changes what they have. */
export function addPortalRoutes({ write }: ApiCalls, { world, origin }: ApiParts): void {
  const { state } = world
  write('POST', '/v1/billing_portal/sessions', (_, body) => {
    const customer = findText(body, 'customer')
    if (!customer || !state.customers[customer]) return refuseMissing('customer', 'customer')
    const returnUrl = findText(body, 'return_url')
    if (!returnUrl || !URL.canParse(returnUrl)) return refuseInvalid('Not a valid URL', 'return_url')
    const flow = findText(body, 'flow_data', 'type')
    const price = findText(body, 'flow_data', 'subscription_update_confirm', 'items', '0', 'price')
    if (flow !== null && flow !== 'subscription_update_confirm')
      return refuseInvalid('The simulator has no such flow', 'flow_data[type]')
    if (flow !== null && (!price || !findSimulatedPrice(price))) return refuseMissing('price', 'flow_data')
    const id = world.newId('bps')
    const session = {
      id,
      customer,
      returnUrl,
      change: price
        ? { price, afterUrl: findText(body, 'flow_data', 'after_completion', 'redirect', 'return_url') }
        : null,
      created: world.now(),
    }
    state.portalSessions[id] = session
    world.keep()
    return answerOk(presentPortalSession(session, origin()))
  })
}
