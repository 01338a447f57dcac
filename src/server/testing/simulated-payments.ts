import { type StripeSimulator, startStripeSimulator } from '../../../simulators/stripe/stripe-simulator.ts'
import type { Deliver } from '../../../simulators/stripe/webhooks.ts'
import type { Clock } from '../platform/clock/index.ts'
import type { IdentityProvider } from '../platform/identity-provider/index.ts'
import { createStripeIdentity, createStripePayments, type Payments } from '../platform/payments/index.ts'

/** The test cards of the simulator. */
export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  late: '4000 0000 0000 7726',
  lateRefused: '4000 0000 0000 5126',
  failsOnRenewal: '4000 0000 0000 0341',
} as const

export type SimulatedPayments = {
  payments: Payments
  identityProvider: IdentityProvider
  simulator: StripeSimulator
  /**
   * Does what a person does on a hosted page, without a browser. Resolves to where they are sent, or null when they
   * stay.
   */
  pay(checkoutUrl: string, card: string): Promise<string | null>
  /** What a person types on the hosted page of an identity check. */
  showDocument(pageUrl: string, read: Record<string, string>): Promise<string | null>
  /** The customer's buttons on the billing portal. */
  portal(
    portalUrl: string,
    action: 'cancel' | 'resume' | 'change' | 'card',
    fields: Record<string, string>,
  ): Promise<string | null>
  close(): Promise<void>
}

/** The simulator on a free port with the test's clock, and the real SDK that talks to it. */
export async function startSimulatedPayments(clock: Clock, deliver: Deliver): Promise<SimulatedPayments> {
  const simulator = await startStripeSimulator({ deliver, realNow: () => clock.now().getTime() })
  const payments = createStripePayments({
    secretKey: simulator.secretKey,
    webhookSecret: simulator.webhookSecret,
    prices: simulator.prices,
    apiBase: simulator.origin,
    simulated: true,
  })
  const identityProvider = createStripeIdentity({
    secretKey: simulator.secretKey,
    webhookSecret: simulator.webhookSecret,
    apiBase: simulator.origin,
  })
  async function post(url: string, fields: Record<string, string>): Promise<string | null> {
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
    await answer.body?.cancel()
    return answer.status === 303 ? answer.headers.get('Location') : null
  }
  return {
    payments,
    identityProvider,
    simulator,
    pay: (checkoutUrl, card) => post(checkoutUrl, { cardNumber: card }),
    showDocument: (pageUrl, read) => post(pageUrl, read),
    portal: (portalUrl, action, fields) => post(`${portalUrl}/${action}`, fields),
    close: () => simulator.close(),
  }
}
