import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'

/** The names of this feature's jobs. */
export const planTasks = {
  sync: 'sync-subscription',
  closeCheckout: 'close-checkout',
  reconcile: 'reconcile-payments',
} as const

/** Asks for a customer's state soon. However often it is asked for, it happens once after the last time. */
export function enqueueSync(platform: Platform, tx: Transaction, customerId: string): Promise<void> {
  return platform.jobs.enqueue(tx, planTasks.sync, { customerId }, { key: `${planTasks.sync}:${customerId}` })
}
