import { createHmac } from 'node:crypto'
import { presentEvent } from './present.ts'
import type { SimulatedEvent } from './records.ts'
import type { World } from './world.ts'

/** Hands one signed webhook about `type` to the receiver; resolves to its HTTP status, 0 when it was not reached. */
export type Deliver = (body: string, headers: Record<string, string>, type: string) => Promise<number>

export type LineOptions = { world: () => World; secret: string; deliver: Deliver }

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

/** Delivers events one after the other, and those that were not taken again. */
export function createDeliveryLine({ world, secret, deliver }: LineOptions) {
  const timers = new Set<NodeJS.Timeout>()
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
        'Stripe-Signature': makeSignatureHeader(body, secret, world().realNow()),
      }
      const status = await deliver(body, headers, event.type).catch(() => 0)
      if (status >= 200 && status < 300) settle(event)
      else {
        const delayMs = resendDelaysMs[attempt]
        if (delayMs !== undefined) after(delayMs, () => queue(event, attempt + 1))
      }
    })
  }

  function settle(event: SimulatedEvent): void {
    event.settled = true
    world().keep()
  }

  async function idle(): Promise<void> {
    for (let seen: Promise<void> | null = null; seen !== onTheWay; ) {
      seen = onTheWay
      await seen
    }
  }

  function close(): void {
    closed = true
    for (const timer of timers) clearTimeout(timer)
  }

  return { queue, settle, after, idle, close }
}
