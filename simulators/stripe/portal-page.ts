import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Billing } from './billing.ts'
import { page } from './page.ts'
import { listLiving, showConfirmation, showOverview } from './portal-view.ts'
import type { SimulatedPortalSession, SimulatedSubscription } from './records.ts'
import { findBehaviour } from './test-cards.ts'
import type { World } from './world.ts'

/** What was pressed: on which subscription, with which fields, and where the portal is. */
type Press = {
  session: SimulatedPortalSession
  subscription: SimulatedSubscription
  fields: Record<string, unknown>
  back: string
}

/** Where somebody is sent next, or what is wrong with the card that they typed. */
type Done = string | { status: 402 | 422; error: string }

/** The billing portal: see the plan and the invoices, change the plan or the card, cancel at the end of the period, resume. */
export function createPortalPage(world: World, billing: Billing): Hono {
  const { state } = world
  const app = new Hono()
  const actions = createPortalActions(world, billing)

  function findSession(c: Context): SimulatedPortalSession | null {
    billing.catchUp()
    return state.portalSessions[c.req.param('id') ?? ''] ?? null
  }
  const show = (session: SimulatedPortalSession, error: string | null = null) =>
    showOverview(state, session, world.now(), error)

  app.get('/p/session/:id', (c) => {
    const session = findSession(c)
    if (!session) return showGone(c)
    const [subscription] = listLiving(state, session)
    if (session.change && subscription && subscription.price !== session.change.price)
      return c.html(showConfirmation(session, subscription))
    return c.html(show(session))
  })

  app.post('/p/session/:id/:action', async (c) => {
    const session = findSession(c)
    if (!session) return showGone(c)
    const fields = await c.req.parseBody()
    const subscription = listLiving(state, session).find(({ id }) => id === fields['subscription'])
    if (!subscription) return c.html(show(session), 409)
    const act = actions.get(c.req.param('action'))
    if (!act) return showGone(c)
    const done = act({ session, subscription, fields, back: `/p/session/${session.id}` })
    return typeof done === 'string' ? c.redirect(done, 303) : c.html(show(session, done.error), done.status)
  })

  return app
}

/** The buttons of the portal, by the last part of their address. */
function createPortalActions(world: World, billing: Billing): Map<string, (press: Press) => Done> {
  const renewing = (isEnding: boolean) => (press: Press) => {
    billing.cancelAtPeriodEnd(press.subscription, isEnding)
    return press.back
  }
  return new Map<string, (press: Press) => Done>([
    ['cancel', renewing(true)],
    ['resume', renewing(false)],
    [
      'change',
      ({ session, subscription, fields, back }) => {
        const changed = billing.changePrice(subscription, String(fields['price'] ?? ''))
        const confirmed = session.change?.price === fields['price'] ? session.change : null
        session.change = null
        world.keep()
        return changed && confirmed?.afterUrl ? confirmed.afterUrl : back
      },
    ],
    [
      'card',
      ({ subscription, fields, back }) => {
        const card = findBehaviour(String(fields['cardNumber'] ?? ''))
        if (!card) return { status: 422, error: 'Please use one of the test cards.' }
        const isDeclined = billing.changeCard(subscription, card) === 'declined'
        return isDeclined ? { status: 402, error: 'Your card was declined. Please use another one.' } : back
      },
    ],
  ])
}

function showGone(c: Context): Response | Promise<Response> {
  return c.html(page('Billing', html`<div class="card"><h1>This page does not exist</h1></div>`), 404)
}
