import { createHmac } from 'node:crypto'
import { presentEvent } from './present.ts'
import type { SimulatedEvent } from './records.ts'
import type { World } from './world.ts'

/** How deliveries are disturbed; the default is what Stripe means to do. */
export type Disturbance = {
  /** Deliveries are lost: never sent, never repeated. */
  drop: boolean
  /** How often each event is delivered. */
  copies: number
  delayMs: number
  /** Collects the events until `release`. */
  hold: boolean
}

export const noDisturbance: Disturbance = { drop: false, copies: 1, delayMs: 0, hold: false }

/** Hands one signed webhook about `type` to the receiver; resolves to its HTTP status, 0 when it was not reached. */
export type Deliver = (body: string, headers: Record<string, string>, type: string) => Promise<number>

/** The waits before an unacknowledged webhook is sent again. Stripe's are longer; the shape is the same. */
const resendDelaysMs = [1000, 2000, 5000, 15_000, 60_000, 300_000]

/**
 * The header with which Stripe signs a body: HMAC-SHA256 over `{seconds}.{body}`
 * (https://docs.stripe.com/webhooks#verify-manually).
 */
export function signatureHeader(body: string, secret: string, at: number): string {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
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

export function createWebhooks(options: { world: () => World; secret: string; deliver: Deliver }): Webhooks {
  const timers = new Set<NodeJS.Timeout>()
  let held: SimulatedEvent[] = []
  let onTheWay: Promise<void> = Promise.resolve()
  let closed = false

  function after(delayMs: number, act: () => void): void {
    if (closed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, delayMs)
    timer.unref()
    timers.add(timer)
  }

  /** One after the other, so that the order on the wire is the order meant. */
  function queue(event: SimulatedEvent, attempt = 0): void {
    onTheWay = onTheWay.then(async () => {
      if (closed) return
      const body = JSON.stringify(presentEvent(event))
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': signatureHeader(body, options.secret, options.world().realNow()),
      }
      const status = await options.deliver(body, headers, event.type).catch(() => 0)
      if (status >= 200 && status < 300) settle(event)
      else {
        const delayMs = resendDelaysMs[attempt]
        if (delayMs !== undefined) after(delayMs, () => queue(event, attempt + 1))
      }
    })
  }

  function settle(event: SimulatedEvent): void {
    event.settled = true
    options.world().keep()
  }

  function sendNow(event: SimulatedEvent, copies: number): void {
    for (let copy = 0; copy < copies; copy++) queue(event)
  }

  return {
    disturbance: { ...noDisturbance },

    send(event) {
      const { drop, copies, delayMs, hold } = this.disturbance
      if (drop) settle(event)
      else if (hold) held.push(event)
      else if (delayMs > 0) after(delayMs, () => sendNow(event, copies))
      else sendNow(event, copies)
    },

    release({ order, copies, drop }) {
      const events = order === 'reversed' ? held.toReversed() : held
      held = []
      for (const event of events) {
        if (drop) settle(event)
        else sendNow(event, copies)
      }
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
