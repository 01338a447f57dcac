import { presentCheckout, presentSubscription } from './present.ts'
import type { SimulatedCheckout, SimulatedSubscription } from './records.ts'
import type { World } from './world.ts'

/** Notes an event about a subscription, as it is now. */
export function emitSubscription(world: World, type: string, subscription: SimulatedSubscription): void {
  world.emit(type, presentSubscription(subscription, world.state))
}

/** The same about a checkout, whose page is at `origin`. */
export function emitCheckout(world: World, origin: string, type: string, checkout: SimulatedCheckout): void {
  world.emit(type, presentCheckout(checkout, origin))
}
