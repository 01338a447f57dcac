import { refuseWhileServed } from './assert-movable.ts'
import { onSide, type Side } from './side.ts'

/** @throws StartupError while any process serves from a database, or another move is at work on it */
export function refuseServedAt(side: Side): Promise<void> {
  return onSide(side, (client) => refuseWhileServed(client, side.name))
}
