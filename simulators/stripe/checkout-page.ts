import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { definePage } from '../simulator-page.ts'
import type { Billing } from './billing.ts'
import { findBehaviour, findSimulatedPrice, groupDigits, testCards } from './prices.ts'
import type { SimulatedCheckout, World } from './world.ts'

/** A page of the simulator, which says so at the top. */
export const page = definePage({
  name: 'payment simulator',
  notice: html`<strong>This is a simulator, not Stripe.</strong> No money moves, and nothing leaves this computer.
        Never type a real card number here.`,
  accent: { light: '#4338ca', dark: '#a5b4fc' },
  styles: `
  .price { font-size: 2rem; font-weight: 600; margin: 0 0 1.25rem; } .soft { color: var(--soft); }
  label { display: block; font-weight: 600; margin: 0 0 .375rem; }
  input { width: 100%; font: inherit; color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: 8px; padding: .625rem .75rem; }
  input[aria-invalid=true] { border-color: var(--bad); } .error { color: var(--bad); margin: .375rem 0 0; font-weight: 600; }
  table { width: 100%; border-collapse: collapse; font-size: .9375rem; } td, th { text-align: left; padding: .375rem 0; border-top: 1px solid var(--line); vertical-align: top; }
  code { font-size: .9375rem; white-space: nowrap; } td + td { padding-left: 1rem; }
`,
})

/** Pence as pounds. */
export function showMoney(pence: number): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(pence / 100)
}

/** The hosted checkout page: one card field, Pay and Cancel. */
export function createCheckoutPage(world: World, billing: Billing): Hono {
  const { state } = world
  const app = new Hono()

  app.get('/c/pay/:id', (c) => {
    billing.catchUp()
    const checkout = state.checkouts[c.req.param('id')]
    if (!checkout) return showClosed(c, 'This checkout does not exist', null)
    if (checkout.status !== 'open') return showClosed(c, 'This checkout is closed', checkout)
    return c.html(showForm(checkout, '', null))
  })

  app.post('/c/pay/:id', async (c) => {
    billing.catchUp()
    const checkout = state.checkouts[c.req.param('id')]
    if (!checkout) return showClosed(c, 'This checkout does not exist', null)
    const typed = String((await c.req.parseBody())['cardNumber'] ?? '')
    const card = findBehaviour(typed)
    if (!card) return c.html(showForm(checkout, typed, 'Please use one of the test cards below.'), 422)
    switch (billing.payCheckout(checkout, card)) {
      case 'declined':
        return c.html(showForm(checkout, typed, 'Your card was declined. Please use another one.'), 402)
      case 'closed':
        return showClosed(c, 'This checkout is closed', checkout)
      case 'paid':
        return c.redirect(checkout.successUrl.replace('{CHECKOUT_SESSION_ID}', checkout.id), 303)
    }
  })

  // As on Stripe's page, leaving keeps the session open: one may come back and pay.
  app.post('/c/pay/:id/cancel', (c) => {
    const checkout = state.checkouts[c.req.param('id')]
    return checkout
      ? c.redirect(checkout.cancelUrl, 303)
      : showClosed(c, 'This checkout does not exist', null)
  })

  return app
}

function showForm(checkout: SimulatedCheckout, typed: string, error: string | null) {
  const price = findSimulatedPrice(checkout.price)
  return page(
    'Checkout',
    html`<div class="card">
        <h1>Subscribe to ${price?.nickname ?? 'a plan'}</h1>
        <p class="price">${showMoney(price?.unitAmount ?? 0)}</p>
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
          ${testCards.map(({ number, says }) => html`<tr><td><code>${groupDigits(number)}</code></td><td>${says}</td></tr>`)}
        </table>
      </div>`,
  )
}

function showClosed(
  c: Context,
  says: string,
  checkout: SimulatedCheckout | null,
): Response | Promise<Response> {
  const body = html`<div class="card"><h1>${says}</h1>
    ${checkout ? html`<a class="button" href="${checkout.cancelUrl}">Back</a>` : html`<p>Start again from the plans page.</p>`}</div>`
  return c.html(page('Checkout', body), checkout ? 410 : 404)
}
