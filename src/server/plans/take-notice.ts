import type { PaymentNotice } from '../platform/payments/index.ts'
import type { Platform } from '../platform/platform.ts'
import { isOurCustomer, noteNotice } from './store.ts'
import { enqueueSync } from './sync-subscription.ts'

/**
 * Notes a message of the provider and, the first time, enqueues what it calls for, both or neither. Repetitions and messages about
 * customers who are not ours have no effect. Resolves to whether it had one.
 */
export function takeNotice(platform: Platform, notice: PaymentNotice): Promise<boolean> {
  return platform.database.transaction(async (tx) => {
    if (!(await noteNotice(tx, notice, platform.clock.now()))) return false
    const { customerId } = notice
    if (customerId === null || !(await isOurCustomer(tx, customerId))) return false
    await enqueueSync(platform, tx, customerId)
    return true
  })
}
