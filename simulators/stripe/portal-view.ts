import { html } from 'hono/html'
import { formatDay, page, showMoney } from './page.ts'
import { findSimulatedPrice, simulatedPrices } from './prices.ts'
import type { SimulatedPortalSession, SimulatedSubscription, SimulatorState } from './records.ts'
import { groupDigits, testCards } from './test-cards.ts'

/** The subscriptions that a portal shows: those that have not ended. */
export function listLiving(state: SimulatorState, session: SimulatedPortalSession): SimulatedSubscription[] {
  return Object.values(state.subscriptions).filter(
    ({ customer, status }) =>
      customer === session.customer && status !== 'canceled' && status !== 'incomplete_expired',
  )
}

/** The portal itself; `error` is about the card that was typed. */
export function showOverview(
  state: SimulatorState,
  session: SimulatedPortalSession,
  now: number,
  error: string | null,
) {
  const subscriptions = listLiving(state, session)
  return page(
    'Billing',
    html`<h1>Manage billing</h1>
      <p class="soft">Simulated date: ${formatDay(now)}</p>
      ${subscriptions.map((subscription) => showPlan(session, subscription, error))}
      ${subscriptions.length === 0 ? html`<div class="card"><p>There is no running subscription.</p></div>` : ''}
      <div class="card"><h2>Invoices</h2>${showInvoices(state, session)}</div>
      <a class="button" href="${session.returnUrl}">Return</a>`,
  )
}

function showInvoices(state: SimulatorState, session: SimulatedPortalSession) {
  const invoices = Object.values(state.invoices)
    .filter(({ customer }) => customer === session.customer)
    .toSorted((a, b) => b.created - a.created)
  if (invoices.length === 0) return html`<p class="soft">None yet.</p>`
  return html`<table>${invoices.map(
    ({ created, amount, status }) =>
      html`<tr><td>${formatDay(created)}</td><td>${showMoney(amount)}</td><td>${status}</td></tr>`,
  )}</table>`
}

/** A change of plan that the product asked to confirm. */
export function showConfirmation(session: SimulatedPortalSession, subscription: SimulatedSubscription) {
  const from = findSimulatedPrice(subscription.price)
  const to = session.change ? findSimulatedPrice(session.change.price) : null
  return page(
    'Confirm your change',
    html`<div class="card">
      <h1>Confirm your change</h1>
      <p>From ${from?.nickname} (${showMoney(from?.unitAmount ?? 0)}) to <strong>${to?.nickname}</strong> (${showMoney(to?.unitAmount ?? 0)}).
        What is left of the paid period is taken off the price.</p>
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

function showPlan(
  session: SimulatedPortalSession,
  subscription: SimulatedSubscription,
  error: string | null,
) {
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
      <input id="card" name="cardNumber" inputmode="numeric" autocomplete="off" list="cards" required
        ${error ? html`aria-invalid="true" aria-describedby="card-error"` : ''}>
      <datalist id="cards">${testCards.map(({ number, says }) => html`<option value="${groupDigits(number)}">${says}</option>`)}</datalist>
      ${error ? html`<p class="error" id="card-error" role="alert">${error}</p>` : ''}
      <button>Use this card</button>
    </form>
  </div>`
}
