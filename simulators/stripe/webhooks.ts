import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Billing } from './billing.ts'
import { presentEvent } from './present.ts'
import type { SimulatedEvent, World } from './world.ts'

/** Hands one signed webhook about `type` to the receiver; resolves to its HTTP status, 0 when it was not reached. */
export type Deliver = (body: string, headers: Record<string, string>, type: string) => Promise<number>

/** How deliveries are disturbed; undisturbed is what Stripe means to do. */
type Disturbance = {
  /** Deliveries are lost: never sent, never repeated. */
  drop: boolean
  /** How often each event is delivered. */
  copies: number
  /** Collects the events until `release`. */
  hold: boolean
}

const orders = {
  webhooks: z.strictObject({ drop: z.boolean() }),
  clock: z.strictObject({ advanceSeconds: z.number().int().min(1) }),
  settle: z.strictObject({ outcome: z.enum(['paid', 'refused']) }),
}

export type Webhooks = {
  disturbance: Disturbance
  send(event: SimulatedEvent): void
  /** Sends what is held, in the given order, or loses it. */
  release(how: { order: 'as_sent' | 'reversed'; copies: number; drop: boolean }): void
  /** Resolves once nothing is on its way; waits for no timer. */
  idle(): Promise<void>
  close(): void
}

/** The waits before an unacknowledged webhook is sent again. Stripe's are longer; the shape is the same. */
const resendDelaysMs = [1000, 2000, 5000, 15_000, 60_000, 300_000]

/**
 * The header with which Stripe signs a body: HMAC-SHA256 over `{seconds}.{body}`
 * (https://docs.stripe.com/webhooks#verify-manually).
 */
export function makeSignatureHeader(body: string, secret: string, at: number): string {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Delivers events one after the other, and those again that were not acknowledged. */
export function createWebhooks(world: () => World, secret: string, deliver: Deliver): Webhooks {
  const timers = new Set<NodeJS.Timeout>()
  let onTheWay: Promise<void> = Promise.resolve()
  let closed = false
  let held: SimulatedEvent[] = []

  /** One after the other, so that the order on the wire is the order meant. */
  function queue(event: SimulatedEvent, attempt = 0): void {
    onTheWay = onTheWay.then(async () => {
      if (closed) return
      const body = JSON.stringify(presentEvent(event))
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': makeSignatureHeader(body, secret, world().realNow()),
      }
      const status = await deliver(body, headers, event.type).catch(() => 0)
      if (status >= 200 && status < 300) settle(event)
      else queueAgain(event, attempt)
    })
  }

  function queueAgain(event: SimulatedEvent, attempt: number): void {
    const delayMs = resendDelaysMs[attempt]
    if (delayMs === undefined || closed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      queue(event, attempt + 1)
    }, delayMs)
    timer.unref()
    timers.add(timer)
  }

  function settle(event: SimulatedEvent): void {
    event.settled = true
    world().keep()
  }

  function sendNow(event: SimulatedEvent, { drop, copies }: { drop: boolean; copies: number }): void {
    if (drop) settle(event)
    else for (let copy = 0; copy < copies; copy++) queue(event)
  }

  return {
    disturbance: { drop: false, copies: 1, hold: false },
    send(event) {
      if (this.disturbance.hold) held.push(event)
      else sendNow(event, this.disturbance)
    },
    release({ order, copies, drop }) {
      const events = order === 'reversed' ? held.toReversed() : held
      held = []
      for (const event of events) sendNow(event, { drop, copies })
    },
    async idle() {
      for (let seen: Promise<void> | null = null; seen !== onTheWay; ) {
        seen = onTheWay
        await seen
      }
    },
    close() {
      closed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** What a journey can tell the simulator, as JSON by POST. `GET /control` tells its time. */
export function createControlRoutes(world: World, billing: Billing, webhooks: Webhooks): Hono {
  const app = new Hono()
  const sayTime = () => ({ simulatedTime: new Date(world.now()).toISOString() })

  // A foreign page's form cannot send this type without the browser asking first, and the answer to that is no.
  app.use('/control/*', async (c, next) => {
    const isJson = c.req.header('Content-Type')?.startsWith('application/json')
    if (c.req.method === 'POST' && !isJson) return c.text('send application/json', 415)
    return next()
  })

  app.get('/control', (c) => c.json(sayTime()))
  app.post('/control/webhooks', async (c) => {
    webhooks.disturbance.drop = orders.webhooks.parse(await c.req.json()).drop
    return c.json(webhooks.disturbance)
  })
  app.post('/control/clock', async (c) => {
    world.advance(orders.clock.parse(await c.req.json()).advanceSeconds * 1000)
    billing.catchUp()
    await webhooks.idle()
    return c.json(sayTime())
  })
  app.post('/control/settle', async (c) => {
    billing.settleAll(orders.settle.parse(await c.req.json()).outcome)
    await webhooks.idle()
    return c.json({ settled: true })
  })
  app.onError((error, c) => {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return c.text('this request is not understood', 400)
    throw error
  })
  return app
}
