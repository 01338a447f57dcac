import { randomBytes } from 'node:crypto'
import { createLoopbackApp, listenOnLoopback } from '../loopback-server.ts'
import { serveApi } from './api.ts'
import { createBilling } from './billing.ts'
import { createCheckoutPage, createPortalPage } from './pages.ts'
import { simulatedPriceIds } from './prices.ts'
import { createControlRoutes, createWebhooks, type Deliver } from './webhooks.ts'
import { createWorld } from './world.ts'

/** A running simulator. `webhooks` and `world` are for tests: the same controls as the control addresses. */
export type StripeSimulator = Awaited<ReturnType<typeof startStripeSimulator>>

export type StripeSimulatorOptions = {
  deliver: Deliver
  /** The file that keeps subscriptions over a restart; without it they are in memory only. */
  stateFile?: string
  realNow?: () => number
}

/**
 * Starts a server on the loopback address that implements the part of Stripe's HTTP API that this product uses, with a
 * hosted checkout, a billing portal and signed webhooks. Its keys are new at every start. It reuses its previous port
 * if the port is free.
 */
export async function startStripeSimulator(options: StripeSimulatorOptions) {
  const secretKey = `sk_test_simulator_${randomBytes(16).toString('hex')}`
  const webhookSecret = `whsec_simulator_${randomBytes(16).toString('hex')}`
  const { realNow = Date.now, stateFile = null } = options
  const webhooks = createWebhooks(realNow, webhookSecret, options.deliver)
  const world = createWorld(realNow, stateFile, (event) => webhooks.send(event))
  const billing = createBilling(world)

  const app = createLoopbackApp()
  app.use((_, next) => {
    billing.catchUp()
    return next()
  })
  app.route('/', serveApi({ world, billing, secretKey }))
  app.route('/', createCheckoutPage(world, billing))
  app.route('/', createPortalPage(world, billing))
  app.route('/', createControlRoutes(world, billing, webhooks))

  const server = await listenOnLoopback(app, world.state.port).catch(() => listenOnLoopback(app, 0))
  world.state.port = server.port
  world.keep()
  const timer = setInterval(billing.catchUp, 1000)
  timer.unref()

  return {
    origin: world.origin(),
    secretKey,
    webhookSecret,
    prices: simulatedPriceIds,
    webhooks,
    world,
    catchUp: billing.catchUp,
    settle: billing.settleAll,
    advance: billing.advance,
    async close() {
      clearInterval(timer)
      webhooks.close()
      await server.close()
    },
  }
}
