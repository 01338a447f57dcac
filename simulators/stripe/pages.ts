import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { definePage } from '../simulator-page.ts'
import { type Billing, isLiving } from './billing.ts'
import { findBehaviour, findSimulatedPrice, testCards } from './prices.ts'
import type {
  SimulatedCheckout,
  SimulatedPortalSession,
  SimulatedSubscription,
  SimulatorState,
  World,
} from './world.ts'

/** Makes a page of the simulator, with a notice at the top. */
const page = definePage(
  'payment simulator',
  html`<strong>This is a simulator, not Stripe.</strong> No money moves, and nothing leaves this computer.
        Never type a real card number here.`,
  { light: '#4338ca', dark: '#a5b4fc' },
  `
  .price { font-size: 2rem; font-weight: 600; margin: 0 0 1.25rem; } .soft { color: var(--soft); }
  label { display: block; font-weight: 600; margin: 0 0 .375rem; }
  input { width: 100%; font: inherit; color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: 8px; padding: .625rem .75rem; }
  input[aria-invalid=true] { border-color: var(--bad); } .error { color: var(--bad); margin: .375rem 0 0; font-weight: 600; }
  table { width: 100%; border-collapse: collapse; font-size: .9375rem; } td, th { text-align: left; padding: .375rem 0; border-top: 1px solid var(--line); vertical-align: top; }
  code { font-size: .9375rem; white-space: nowrap; } td + td { padding-left: 1rem; }
`,
)

/** Describes a price in pounds: "Monthly, £20.00". */
function describePrice(id: string): string {
  const { nickname = '', unitAmount = 0 } = findSimulatedPrice(id) ?? {}
  const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
  return `${nickname}, ${pounds.format(unitAmount / 100)}`
}

function showGone(c: Context): Response | Promise<Response> {
  return c.html(page('Not found', html`<div class="card"><h1>This page does not exist</h1></div>`), 404)
}

/** The hosted checkout page: one card field, Pay and Cancel. */
export function createCheckoutPage({ state }: World, billing: Billing): Hono {
  const app = new Hono()

  app.get('/c/pay/:id', (c) => {
    const checkout = state.checkouts[c.req.param('id')]
    return checkout?.status === 'open' ? c.html(showForm(checkout, '', null)) : showGone(c)
  })

  app.post('/c/pay/:id', async (c) => {
    const checkout = state.checkouts[c.req.param('id')]
    if (!checkout) return showGone(c)
    const typed = String((await c.req.parseBody())['cardNumber'] ?? '')
    const card = findBehaviour(typed)
    if (!card) return c.html(showForm(checkout, typed, 'Please use one of the test cards below.'), 422)
    switch (billing.payCheckout(checkout, card)) {
      case 'declined':
        return c.html(showForm(checkout, typed, 'Your card was declined. Please use another one.'), 402)
      case 'closed':
        return showGone(c)
      case 'paid':
        return c.redirect(checkout.successUrl.replace('{CHECKOUT_SESSION_ID}', checkout.id), 303)
    }
  })

  // Like Stripe's page, leaving keeps the session open, so that the customer may return and pay.
  app.post('/c/pay/:id/cancel', (c) => {
    const checkout = state.checkouts[c.req.param('id')]
    return checkout ? c.redirect(checkout.cancelUrl, 303) : showGone(c)
  })

  return app
}

function showForm(checkout: SimulatedCheckout, typed: string, error: string | null) {
  return page(
    'Checkout',
    html`<div class="card">
        <h1>Subscribe</h1>
        <p class="price">${describePrice(checkout.price)}</p>
        <form method="post" action="/c/pay/${checkout.id}" autocomplete="off">
          <label for="card">Card number</label>
          <input id="card" name="cardNumber" inputmode="numeric" autocomplete="off" required value="${typed}"
            placeholder="4242 4242 4242 4242" ${error ? html`aria-invalid="true" aria-describedby="card-error" autofocus` : ''}>
          ${error ? html`<p class="error" id="card-error" role="alert">${error}</p>` : ''}
          <button class="primary">Pay</button>
        </form>
        <form method="post" action="/c/pay/${checkout.id}/cancel"><button>Cancel</button></form>
      </div>
      <div class="card">
        <h2>Test cards</h2>
        <table>
          ${testCards.map(({ number, outcome }) => html`<tr><td><code>${number}</code></td><td>${outcome}</td></tr>`)}
        </table>
      </div>`,
  )
}

/** The billing portal: shows the plan, confirms a change of plan, changes the card, cancels and resumes. */
export function createPortalPage(world: World, billing: Billing): Hono {
  const { state } = world
  const app = new Hono()

  app.get('/p/session/:id', (c) => {
    const session = state.portalSessions[c.req.param('id')]
    if (!session) return showGone(c)
    const [subscription] = listLiving(state, session)
    if (session.change && subscription && subscription.price !== session.change.price)
      return c.html(showConfirmation(session, session.change.price, subscription))
    return c.html(showOverview(world, session))
  })

  app.post('/p/session/:id/:action', async (c) => {
    const session = state.portalSessions[c.req.param('id')]
    const fields = await c.req.parseBody()
    const subscription = session && listLiving(state, session).find(({ id }) => id === fields['subscription'])
    if (!session || !subscription) return showGone(c)
    const back = `/p/session/${session.id}`
    switch (c.req.param('action')) {
      case 'cancel':
        billing.cancelAtPeriodEnd(subscription, true)
        return c.redirect(back, 303)
      case 'resume':
        billing.cancelAtPeriodEnd(subscription, false)
        return c.redirect(back, 303)
      case 'card': {
        const card = findBehaviour(String(fields['cardNumber'] ?? ''))
        if (!card || card === 'declined') return c.text('Please use one of the test cards that pay.', 422)
        billing.changeCard(subscription, card)
        return c.redirect(back, 303)
      }
      case 'change': {
        const changed = billing.changePrice(subscription, String(fields['price'] ?? ''))
        const afterUrl = session.change?.price === fields['price'] ? session.change?.afterUrl : null
        session.change = null
        world.keep()
        return c.redirect(changed && afterUrl ? afterUrl : back, 303)
      }
      default:
        return showGone(c)
    }
  })

  return app
}

/** The subscriptions in a portal: the ones that have not ended. */
function listLiving(state: SimulatorState, session: SimulatedPortalSession): SimulatedSubscription[] {
  return Object.values(state.subscriptions).filter(
    (one) => one.customer === session.customer && isLiving(one),
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
function showConfirmation(
  session: SimulatedPortalSession,
  price: string,
  { id, price: from }: SimulatedSubscription,
) {
  return page(
    'Confirm your change',
    html`<div class="card">
      <h1>Confirm your change</h1>
      <p>From ${describePrice(from)} to <strong>${describePrice(price)}</strong>.</p>
      <form method="post" action="/p/session/${session.id}/change">
        <input type="hidden" name="subscription" value="${id}">
        <input type="hidden" name="price" value="${price}">
        <button class="primary">Confirm</button>
      </form>
      <a class="button" href="${session.returnUrl}">Go back</a>
    </div>`,
  )
}

function showPlan(session: SimulatedPortalSession, subscription: SimulatedSubscription) {
  const { cancelAtPeriodEnd: isEnding } = subscription
  const action = `/p/session/${session.id}`
  const subject = html`<input type="hidden" name="subscription" value="${subscription.id}">`
  return html`<div class="card">
    <h2>${describePrice(subscription.price)}</h2>
    <dl>
      <dt>Status</dt><dd>${subscription.status.replace('_', ' ')}</dd>
      <dt>${isEnding ? 'Ends on' : 'Renews on'}</dt><dd>${formatDay(subscription.periodEnd)}</dd>
    </dl>
    <form method="post" action="${action}/${isEnding ? 'resume' : 'cancel'}">
      ${subject}<button>${isEnding ? 'Keep my plan' : 'Cancel plan'}</button>
    </form>
    <form method="post" action="${action}/card" style="margin-top:1.5rem">
      ${subject}<label for="card">Card number</label>
      <input id="card" name="cardNumber" inputmode="numeric" autocomplete="off" list="cards" required>
      <datalist id="cards">${testCards.map(({ number, outcome }) => html`<option value="${number}">${outcome}</option>`)}</datalist>
      <button>Use this card</button>
    </form>
  </div>`
}

/** Formats a day in UTC. */
function formatDay(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
