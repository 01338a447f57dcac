import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Billing } from './billing.ts'
import { presentEvent, type SimulatedEvent, type World } from './world.ts'

/** Delivers one signed webhook; resolves to the receiver's HTTP status, or to 0 if it wasn't reached. */
export type Deliver = (body: string, headers: Record<string, string>) => Promise<number>

/** Simulated delivery problems; without them, each event is delivered once and in order. */
type Disturbance = {
  /** Drops deliveries: they are never sent and never repeated. */
  drop: boolean
  copies: number
  /** Holds the events until `release`. */
  hold: boolean
}

const orders = {
  webhooks: z.strictObject({ drop: z.boolean() }),
  clock: z.strictObject({ advanceSeconds: z.number().int().min(1) }),
  settle: z.strictObject({ outcome: z.enum(['paid', 'refused']) }),
}

export type Webhooks = ReturnType<typeof createWebhooks>

/**
 * Stripe's signature header of a body: HMAC-SHA256 over `{seconds}.{body}`
 * (https://docs.stripe.com/webhooks#verify-manually).
 */
export function makeSignatureHeader(body: string, secret: string, at: number): string {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Delivers events one after the other, to keep their order. */
export function createWebhooks(realNow: () => number, secret: string, deliver: Deliver) {
  let onTheWay: Promise<unknown> = Promise.resolve()
  let closed = false
  let held: SimulatedEvent[] = []

  async function deliverOne(event: SimulatedEvent): Promise<void> {
    if (closed) return
    const body = JSON.stringify(presentEvent(event))
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': makeSignatureHeader(body, secret, realNow()),
    }
    await deliver(body, headers).catch(() => 0)
  }

  function send(event: SimulatedEvent, { drop, copies }: { drop: boolean; copies: number }): void {
    for (let copy = 0; copy < copies && !drop; copy++) onTheWay = onTheWay.then(() => deliverOne(event))
  }

  return {
    disturbance: { drop: false, copies: 1, hold: false } as Disturbance,
    send(event: SimulatedEvent): void {
      if (this.disturbance.hold) held.push(event)
      else send(event, this.disturbance)
    },
    /** Sends the held events in the given order, or drops them. */
    release(how: { order: 'as_sent' | 'reversed'; copies: number; drop: boolean }): void {
      const events = how.order === 'reversed' ? held.toReversed() : held
      held = []
      for (const event of events) send(event, how)
    },
    /** Resolves once no delivery is in progress. */
    async idle(): Promise<void> {
      for (let seen: Promise<unknown> | null = null; seen !== onTheWay; ) {
        seen = onTheWay
        await seen
      }
    },
    close(): void {
      closed = true
    },
  }
}

/** The controls for journeys: JSON by POST. `GET /control` returns the simulated time. */
export function createControlRoutes(world: World, billing: Billing, webhooks: Webhooks): Hono {
  const app = new Hono()
  app.get('/control', (c) => c.json({ simulatedTime: new Date(world.now()).toISOString() }))
  app.post('/control/webhooks', async (c) => {
    webhooks.disturbance.drop = orders.webhooks.parse(await c.req.json()).drop
    return c.body(null, 204)
  })
  app.post('/control/clock', async (c) => {
    billing.advance(orders.clock.parse(await c.req.json()).advanceSeconds * 1000)
    await webhooks.idle()
    return c.body(null, 204)
  })
  app.post('/control/settle', async (c) => {
    billing.settleAll(orders.settle.parse(await c.req.json()).outcome)
    await webhooks.idle()
    return c.body(null, 204)
  })
  app.onError((error, c) => {
    if (error instanceof z.ZodError) return c.text('this request is not understood', 400)
    throw error
  })
  return app
}
