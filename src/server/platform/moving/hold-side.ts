import { refuseWhileServed } from './assert-movable.ts'
import { onSide, type Side } from './side.ts'

/**
 * Runs `work` while no other move is at work on a database. `refuseServed` throws a StartupError while any process serves from it.
 * @throws StartupError when another move is at work
 */
export function holdSide<T>(side: Side, work: (refuseServed: () => Promise<void>) => Promise<T>): Promise<T> {
  return onSide(side, (client) => work(() => refuseWhileServed(client, side.name)))
}
