import { workInBatches } from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findReconciledUntil, forgetNotices, listOverdueCustomers, setReconciledUntil } from './store.ts'
import { enqueueSync } from './sync-subscription.ts'
import { takeNotice } from './take-notice.ts'

const hour = 3_600_000
const day = 24 * hour

/** How long the provider remembers its messages. */
const providerRemembersMs = 30 * day

/** Messages may appear in the provider's list a little after the instant that they carry. */
const overlapMs = hour

/** At most so many customers are asked about for a period that ended in silence, per run. */
const overdueBatch = 100

export const reconcileJob = defineJob('reconcile-payments', noPayload, reconcilePayments)

/**
 * Repairs what lost messages left behind: takes every message that the provider made and we never noted, and asks about subscriptions whose
 * period ended in silence. Throws PaymentsUnavailable when the provider does not answer; the next run then covers the same time.
 */
async function reconcilePayments(platform: Platform): Promise<void> {
  const { database, payments, clock, logger } = platform
  const startedAt = clock.now()
  const before = await findReconciledUntil(database)
  const since = before
    ? new Date(before.getTime() - overlapMs)
    : new Date(startedAt.getTime() - providerRemembersMs)
  let lost = 0
  for (const notice of await payments.listNoticesSince(since)) if (await takeNotice(platform, notice)) lost++
  if (lost > 0) logger.warn({ lost }, 'messages of the payment provider had not arrived')

  const overdue = await listOverdueCustomers(database, startedAt, overdueBatch)
  await database.transaction(async (tx) => {
    for (const customerId of overdue) await enqueueSync(platform, tx, customerId)
  })
  const forgotten = new Date(startedAt.getTime() - providerRemembersMs - 2 * day)
  await workInBatches((limit) => forgetNotices(database, forgotten, limit))
  await setReconciledUntil(database, startedAt)
}
