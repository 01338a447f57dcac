import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Billing } from './billing.ts'
import { page, showMoney } from './checkout-page.ts'
import { findBehaviour, findSimulatedPrice, groupDigits, simulatedPrices, testCards } from './prices.ts'
import type { SimulatedPortalSession, SimulatedSubscription, SimulatorState, World } from './world.ts'

/** What was pressed: on which subscription, with which fields, and where the portal is. */
type Press = {
  session: SimulatedPortalSession
  subscription: SimulatedSubscription
  fields: Record<string, unknown>
  back: string
}

/** The billing portal: see the plan, change it or the card, cancel at the end of the period, resume. */
export function createPortalPage(world: World, billing: Billing): Hono {
  const { state } = world
  const app = new Hono()
  const actions = createPortalActions(world, billing)

  function findSession(c: Context): SimulatedPortalSession | null {
    billing.catchUp()
    return state.portalSessions[c.req.param('id') ?? ''] ?? null
  }

  app.get('/p/session/:id', (c) => {
    const session = findSession(c)
    if (!session) return showGone(c)
    const [subscription] = listLiving(state, session)
    if (session.change && subscription && subscription.price !== session.change.price)
      return c.html(showConfirmation(session, subscription))
    return c.html(showOverview(world, session))
  })

  app.post('/p/session/:id/:action', async (c) => {
    const session = findSession(c)
    if (!session) return showGone(c)
    const fields = await c.req.parseBody()
    const subscription = listLiving(state, session).find(({ id }) => id === fields['subscription'])
    if (!subscription) return c.html(showOverview(world, session), 409)
    const act = actions.get(c.req.param('action'))
    if (!act) return showGone(c)
    const next = act({ session, subscription, fields, back: `/p/session/${session.id}` })
    return next ? c.redirect(next, 303) : c.text('Please use one of the test cards that pay.', 422)
  })

  return app
}

/** The buttons of the portal, by the last part of their address: where each leads, null for a card that is refused. */
function createPortalActions(world: World, billing: Billing): Map<string, (press: Press) => string | null> {
  const renewing = (isEnding: boolean) => (press: Press) => {
    billing.cancelAtPeriodEnd(press.subscription, isEnding)
    return press.back
  }
  return new Map<string, (press: Press) => string | null>([
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
        if (!card || card === 'declined') return null
        billing.changeCard(subscription, card)
        return back
      },
    ],
  ])
}

function showGone(c: Context): Response | Promise<Response> {
  return c.html(page('Billing', html`<div class="card"><h1>This page does not exist</h1></div>`), 404)
}

/** The subscriptions that a portal shows: those that have not ended. */
function listLiving(state: SimulatorState, session: SimulatedPortalSession): SimulatedSubscription[] {
  return Object.values(state.subscriptions).filter(
    ({ customer, status }) =>
      customer === session.customer && status !== 'canceled' && status !== 'incomplete_expired',
  )
}

function showOverview({ state, now }: World, session: SimulatedPortalSession) {
  const subscriptions = listLiving(state, session)
  return page(
    'Billing',
    html`<h1>Manage billing</h1>
      <p class="soft">Simulated date: ${formatDay(now())}</p>
      ${subscriptions.map((subscription) => showPlan(session, subscription))}
      ${subscriptions.length === 0 ? html`<div class="card"><p>There is no running subscription.</p></div>` : ''}
      <a class="button" href="${session.returnUrl}">Return</a>`,
  )
}

/** A change of plan that the product asked to confirm. */
function showConfirmation(session: SimulatedPortalSession, subscription: SimulatedSubscription) {
  const from = findSimulatedPrice(subscription.price)
  const to = session.change ? findSimulatedPrice(session.change.price) : null
  return page(
    'Confirm your change',
    html`<div class="card">
      <h1>Confirm your change</h1>
      <p>From ${from?.nickname} (${showMoney(from?.unitAmount ?? 0)}) to <strong>${to?.nickname}</strong> (${showMoney(to?.unitAmount ?? 0)}).</p>
      ${showAction(session, subscription, 'change', 'Confirm', to?.id)}
      <a class="button" href="${session.returnUrl}">Go back</a>
    </div>`,
  )
}

function showAction(
  session: SimulatedPortalSession,
  subscription: SimulatedSubscription,
  name: string,
  label: string,
  price?: string,
) {
  return html`<form method="post" action="/p/session/${session.id}/${name}">
    <input type="hidden" name="subscription" value="${subscription.id}">
    ${price ? html`<input type="hidden" name="price" value="${price}">` : ''}
    <button class="${name === 'change' && session.change ? 'primary' : ''}">${label}</button>
  </form>`
}

function showPlan(session: SimulatedPortalSession, subscription: SimulatedSubscription) {
  const price = findSimulatedPrice(subscription.price)
  const ends = subscription.cancelAtPeriodEnd ? 'Ends on' : 'Renews on'
  return html`<div class="card">
    <h2>${price?.nickname} plan</h2>
    <dl>
      <dt>Price</dt><dd>${showMoney(price?.unitAmount ?? 0)}</dd>
      <dt>Status</dt><dd>${subscription.status.replace('_', ' ')}</dd>
      <dt>${ends}</dt><dd>${formatDay(subscription.periodEnd)}</dd>
    </dl>
    ${
      subscription.cancelAtPeriodEnd
        ? showAction(session, subscription, 'resume', 'Keep my plan')
        : showAction(session, subscription, 'cancel', 'Cancel plan')
    }
    ${simulatedPrices
      .filter(({ id }) => id !== subscription.price && subscription.status === 'active')
      .map((other) => showAction(session, subscription, 'change', `Change to ${other.nickname}`, other.id))}
    <form method="post" action="/p/session/${session.id}/card" style="margin-top:1.5rem">
      <input type="hidden" name="subscription" value="${subscription.id}">
      <label for="card">Card number</label>
      <input id="card" name="cardNumber" inputmode="numeric" autocomplete="off" list="cards" required>
      <datalist id="cards">${testCards.map(({ number, says }) => html`<option value="${groupDigits(number)}">${says}</option>`)}</datalist>
      <button>Use this card</button>
    </form>
  </div>`
}

/** A day as people read it, in UTC. */
function formatDay(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
