import { createDeliveryLine, type LineOptions } from './delivery-line.ts'
import type { SimulatedEvent } from './records.ts'

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

export type Webhooks = {
  disturbance: Disturbance
  send(event: SimulatedEvent): void
  /** Sends what is held, in the given order, or loses it. */
  release(how: { order: 'as_sent' | 'reversed'; copies: number; drop: boolean }): void
  /** Resolves once nothing is on its way; waits for no timer. */
  idle(): Promise<void>
  close(): void
}

export function createWebhooks(options: LineOptions): Webhooks {
  const { queue, settle, after, idle, close } = createDeliveryLine(options)
  let held: SimulatedEvent[] = []

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

    idle,
    close,
  }
}
