import { randomBytes } from 'node:crypto'
import { createLoopbackApp, listenOnLoopback, loopback } from '../loopback-server.ts'
import { serveApi } from './api.ts'
import { createBilling } from './billing.ts'
import { addIdentityRoutes, createIdentityPage } from './identity.ts'
import { createCheckoutPage, createPortalPage } from './pages.ts'
import { simulatedPrices } from './prices.ts'
import { createControlRoutes, createWebhooks, type Deliver, type Webhooks } from './webhooks.ts'
import { createWorld, type World } from './world.ts'

/** A running simulator, and what one needs to use it. */
export type StripeSimulator = {
  /** Where the API and the hosted pages are. */
  origin: string
  secretKey: string
  webhookSecret: string
  /** The ids of the three prices. */
  prices: { monthly: string; sixmonth: string; annual: string }
  /** For tests: the same levers as the control addresses. */
  webhooks: Webhooks
  world: World
  /** Lets everything happen that is due by now; the clocks only tell the time. */
  catchUp(): void
  settle(outcome: 'paid' | 'refused'): void
  advance(milliseconds: number): void
  close(): Promise<void>
}

export type StripeSimulatorOptions = {
  /** Receives the webhooks. */
  deliver: Deliver
  /** Where subscriptions survive a restart; without it they live in memory. */
  stateFile?: string
  realNow?: () => number
}

/** How long a late card keeps a payment pending. */
const settlesAfterMs = 15_000

/**
 * Starts a server on the loopback address that speaks the part of Stripe's HTTP API that this product uses, has a
 * hosted checkout and a billing portal, and signs and sends webhooks. Its keys are new at every start; its port is the
 * one it had before, if that is free.
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

  // A restart goes on with what was not acknowledged before it.
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
