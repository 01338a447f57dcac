import { invalid, missing, ok } from './api-answer.ts'
import type { ApiCalls, ApiParts } from './api-calls.ts'
import { textAt } from './form-body.ts'
import { presentPortalSession } from './present.ts'
import { simulatedPrice } from './prices.ts'

/** The hosted page on which somebody changes what they have. */
export function addPortalRoutes({ write }: ApiCalls, { world, origin }: ApiParts): void {
  const { state } = world
  write('POST', '/v1/billing_portal/sessions', (_, body) => {
    const customer = textAt(body, 'customer')
    if (!customer || !state.customers[customer]) return missing('customer', 'customer')
    const returnUrl = textAt(body, 'return_url')
    if (!returnUrl || !URL.canParse(returnUrl)) return invalid('Not a valid URL', 'return_url')
    const flow = textAt(body, 'flow_data', 'type')
    const price = textAt(body, 'flow_data', 'subscription_update_confirm', 'items', '0', 'price')
    if (flow !== null && flow !== 'subscription_update_confirm')
      return invalid('The simulator has no such flow', 'flow_data[type]')
    if (flow !== null && (!price || !simulatedPrice(price))) return missing('price', 'flow_data')
    const id = world.newId('bps')
    const session = {
      id,
      customer,
      returnUrl,
      change: price
        ? { price, afterUrl: textAt(body, 'flow_data', 'after_completion', 'redirect', 'return_url') }
        : null,
      created: world.now(),
    }
    state.portalSessions[id] = session
    world.keep()
    return ok(presentPortalSession(session, origin()))
  })
}
