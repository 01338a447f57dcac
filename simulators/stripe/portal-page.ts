import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Billing } from './billing.ts'
import { formatDay, money, page } from './page.ts'
import { simulatedPrice, simulatedPrices } from './prices.ts'
import type { SimulatedPortalSession, SimulatedSubscription } from './records.ts'
import { findBehaviour, grouped, testCards } from './test-cards.ts'
import type { World } from './world.ts'

/** The billing portal: see the plan and the invoices, change the plan or the card, cancel at the end of the period, resume. */
export function portalPage(world: World, billing: Billing): Hono {
  const { state } = world
  const app = new Hono()

  function findSession(c: Context): SimulatedPortalSession | null {
    billing.catchUp()
    return state.portalSessions[c.req.param('id') ?? ''] ?? null
  }

  const living = (session: SimulatedPortalSession) =>
    Object.values(state.subscriptions).filter(
      ({ customer, status }) =>
        customer === session.customer && status !== 'canceled' && status !== 'incomplete_expired',
    )

  function portal(session: SimulatedPortalSession, error: string | null) {
    const invoices = Object.values(state.invoices)
      .filter(({ customer }) => customer === session.customer)
      .toSorted((a, b) => b.created - a.created)
    const subscriptions = living(session)
    return page(
      'Billing',
      html`<h1>Manage billing</h1>
        <p class="soft">Simulated date: ${formatDay(world.now())}</p>
        ${subscriptions.map((subscription) => plan(session, subscription, error))}
        ${subscriptions.length === 0 ? html`<div class="card"><p>There is no running subscription.</p></div>` : ''}
        <div class="card">
          <h2>Invoices</h2>
          ${
            invoices.length === 0
              ? html`<p class="soft">None yet.</p>`
              : html`<table>${invoices.map(
                  (invoice) =>
                    html`<tr><td>${formatDay(invoice.created)}</td><td>${money(invoice.amount)}</td><td>${invoice.status}</td></tr>`,
                )}</table>`
          }
        </div>
        <a class="button" href="${session.returnUrl}">Return</a>`,
    )
  }

  app.get('/p/session/:id', (c) => {
    const session = findSession(c)
    if (!session) return gone(c)
    const [subscription] = living(session)
    if (session.change && subscription && subscription.price !== session.change.price)
      return c.html(confirmation(session, subscription))
    return c.html(portal(session, null))
  })

  app.post('/p/session/:id/:action', async (c) => {
    const session = findSession(c)
    if (!session) return gone(c)
    const body = await c.req.parseBody()
    const subscription = living(session).find(({ id }) => id === body['subscription'])
    if (!subscription) return c.html(portal(session, null), 409)
    const back = `/p/session/${session.id}`
    switch (c.req.param('action')) {
      case 'cancel':
        billing.cancelAtPeriodEnd(subscription, true)
        return c.redirect(back, 303)
      case 'resume':
        billing.cancelAtPeriodEnd(subscription, false)
        return c.redirect(back, 303)
      case 'change': {
        const changed = billing.changePrice(subscription, String(body['price'] ?? ''))
        const confirmed = session.change?.price === body['price'] ? session.change : null
        session.change = null
        world.keep()
        return c.redirect(changed && confirmed?.afterUrl ? confirmed.afterUrl : back, 303)
      }
      case 'card': {
        const card = findBehaviour(String(body['cardNumber'] ?? ''))
        if (!card) return c.html(portal(session, 'Please use one of the test cards.'), 422)
        if (billing.changeCard(subscription, card) === 'declined')
          return c.html(portal(session, 'Your card was declined. Please use another one.'), 402)
        return c.redirect(back, 303)
      }
      default:
        return gone(c)
    }
  })

  return app
}

function action(
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

function plan(session: SimulatedPortalSession, subscription: SimulatedSubscription, error: string | null) {
  const price = simulatedPrice(subscription.price)
  const ends = subscription.cancelAtPeriodEnd ? 'Ends on' : 'Renews on'
  return html`<div class="card">
    <h2>${price?.nickname} plan</h2>
    <dl>
      <dt>Price</dt><dd>${money(price?.unitAmount ?? 0)}</dd>
      <dt>Status</dt><dd>${subscription.status.replace('_', ' ')}</dd>
      <dt>${ends}</dt><dd>${formatDay(subscription.periodEnd)}</dd>
    </dl>
    ${
      subscription.cancelAtPeriodEnd
        ? action(session, subscription, 'resume', 'Keep my plan')
        : action(session, subscription, 'cancel', 'Cancel plan')
    }
    ${simulatedPrices
      .filter(({ id }) => id !== subscription.price && subscription.status === 'active')
      .map((other) => action(session, subscription, 'change', `Change to ${other.nickname}`, other.id))}
    <form method="post" action="/p/session/${session.id}/card" style="margin-top:1.5rem">
      <input type="hidden" name="subscription" value="${subscription.id}">
      <label for="card">Card number</label>
      <input id="card" name="cardNumber" inputmode="numeric" autocomplete="off" list="cards" required
        ${error ? html`aria-invalid="true" aria-describedby="card-error"` : ''}>
      <datalist id="cards">${testCards.map(({ number, says }) => html`<option value="${grouped(number)}">${says}</option>`)}</datalist>
      ${error ? html`<p class="error" id="card-error" role="alert">${error}</p>` : ''}
      <button>Use this card</button>
    </form>
  </div>`
}

function confirmation(session: SimulatedPortalSession, subscription: SimulatedSubscription) {
  const from = simulatedPrice(subscription.price)
  const to = session.change ? simulatedPrice(session.change.price) : null
  return page(
    'Confirm your change',
    html`<div class="card">
      <h1>Confirm your change</h1>
      <p>From ${from?.nickname} (${money(from?.unitAmount ?? 0)}) to <strong>${to?.nickname}</strong> (${money(to?.unitAmount ?? 0)}).
        What is left of the paid period is taken off the price.</p>
      ${action(session, subscription, 'change', 'Confirm', to?.id)}
      <a class="button" href="${session.returnUrl}">Go back</a>
    </div>`,
  )
}

function gone(c: Context): Response | Promise<Response> {
  return c.html(page('Billing', html`<div class="card"><h1>This page does not exist</h1></div>`), 404)
}
