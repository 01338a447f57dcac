import { randomBytes } from 'node:crypto'
import { createLoopbackApp, listenOnLoopback, loopback } from '../loopback-server.ts'
import { serveApi } from './api.ts'
import { createBilling } from './billing.ts'
import { addIdentityRoutes, createIdentityPage } from './identity.ts'
import { createCheckoutPage, createPortalPage } from './pages.ts'
import { simulatedPrices } from './prices.ts'
import { createControlRoutes, createWebhooks, type Deliver, type Webhooks } from './webhooks.ts'
import { createWorld, type World } from './world.ts'

/** A running simulator. */
export type StripeSimulator = {
  /** The origin of the API and of the hosted pages. */
  origin: string
  secretKey: string
  webhookSecret: string
  /** The ids of the three prices. */
  prices: { monthly: string; sixmonth: string; annual: string }
  /** For tests: the same controls as the control addresses. */
  webhooks: Webhooks
  world: World
  /** Processes everything that is due; moving the clock alone has no effect. */
  catchUp(): void
  settle(outcome: 'paid' | 'refused'): void
  advance(milliseconds: number): void
  close(): Promise<void>
}

export type StripeSimulatorOptions = {
  /** Receives the webhooks. */
  deliver: Deliver
  /** The file that keeps subscriptions over a restart; without it they are in memory only. */
  stateFile?: string
  realNow?: () => number
}

/** The time for which a late card keeps a payment pending. */
const settlesAfterMs = 15_000

/**
 * Starts a server on the loopback address that implements the part of Stripe's HTTP API that this product uses, with a
 * hosted checkout, a billing portal and signed webhooks. Its keys are new at every start. It reuses its previous port
 * if the port is free.
 */
export async function startStripeSimulator(options: StripeSimulatorOptions): Promise<StripeSimulator> {
  const secretKey = `sk_test_simulator_${randomBytes(16).toString('hex')}`
  const webhookSecret = `whsec_simulator_${randomBytes(16).toString('hex')}`
  const origin = () => `http://${loopback}:${world.state.port}`

  const webhooks = createWebhooks(() => world, webhookSecret, options.deliver)
  const { realNow = Date.now, stateFile = null } = options
  const world: World = createWorld(realNow, stateFile, (event) => webhooks.send(event))
  const billing = createBilling(world, origin, settlesAfterMs)

  const app = createLoopbackApp()
  app.route('/', serveApi({ world, billing, secretKey, origin }, addIdentityRoutes))
  app.route('/', createCheckoutPage(world, billing))
  app.route('/', createPortalPage(world, billing))
  app.route('/', createIdentityPage(world, origin))
  app.route('/', createControlRoutes(world, billing, webhooks))

  const server = await listenOnLoopback(app, world.state.port).catch(() => listenOnLoopback(app, 0))
  world.state.port = server.port
  world.keep()

  // A restart sends the events that were not acknowledged before.
  for (const event of world.state.events) if (!event.settled) webhooks.send(event)
  const timer = setInterval(() => billing.catchUp(), 1000)
  timer.unref()

  const [monthly, sixmonth, annual] = simulatedPrices
  if (!monthly || !sixmonth || !annual) throw new Error('three prices are simulated')
  return {
    origin: origin(),
    secretKey,
    webhookSecret,
    prices: { monthly: monthly.id, sixmonth: sixmonth.id, annual: annual.id },
    webhooks,
    world,
    catchUp: () => billing.catchUp(),
    settle: (outcome) => billing.settleAll(outcome),
    advance(milliseconds) {
      world.advance(milliseconds)
      billing.catchUp()
    },
    async close() {
      clearInterval(timer)
      webhooks.close()
      await server.close()
    },
  }
}
