import {
  beginErasure,
  countOverdueErasures,
  eraseAccountRows,
  finishErasure,
  listDueForErasure,
} from '../../accounts/index.ts'
import { removeUnnamedFiles } from '../../documents/index.ts'
import { type DueWork, defineJob, handleEach, noPayload } from '../../platform/jobs/index.ts'
import { forgetMailsFor } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { hasAny } from '../../verifications/index.ts'
import { destroyExportsOf } from '../exports/destroy-exports.ts'
import { eraseAskedRecords, eraseOwn, eraseOwnRequests } from './erase-in-steps.ts'

/** The task runs every few minutes. */
const overdueAfterMs = 60 * 60_000

/** Erases the closed accounts whose days of grace are over. */
export const eraseAccountsJob = defineJob('erase-accounts', noPayload, (platform: Platform) =>
  handleEach(
    (limit) => listDueForErasure(platform.database, platform.clock.now(), limit),
    (id) => eraseAccount(platform, id),
    platform.logger,
  ),
)

/**
 * Erases an account. One statement shuts it for good, against everybody who signs in at that moment; then its rows go in transactions of some
 * hundred each, the address last, so that nobody registers it anew before, then its files, and at the very end the account's own row. One that
 * was cut off is found again by that row, and goes on. What stays is what somebody else's sealed record says, and the files that somebody
 * else's legal hold keeps, for as long.
 */
async function eraseAccount(platform: Platform, userId: string): Promise<void> {
  const { clock, database, mailer, rateLimits } = platform
  const account = await beginErasure(database, userId, clock.now())
  if (!account) return
  const { email, confirmedAt, erasedAt } = account
  if (!erasedAt) {
    await eraseOwnRequests(platform, userId)
    await eraseOwn(platform, userId)
    // What others typed about somebody is found by an address that was proven to be theirs, and by no other.
    if (email && confirmedAt) await eraseAskedRecords(platform, { userId, address: email })
    await database.transaction(async (tx) => {
      await rateLimits.forget(tx, userId)
      // What others did meanwhile.
      await forgetMailsFor(tx, userId, Number.MAX_SAFE_INTEGER)
      await eraseAccountRows(tx, userId, clock.now())
      // Last, since no rollback brings it back.
      if (email) await mailer.outbox?.removeTo(email)
    })
  }
  await destroyExportsOf(platform, userId)
  await removeUnnamedFiles(platform, userId)
  await finishErasure(database, userId, await hasAny(database, userId))
}

/** Accounts past their grace that are not erased. The recurring task finds them by their rows, so that none can be without its job. */
export function createDueErasure({ clock, database }: Pick<Platform, 'clock' | 'database'>): DueWork {
  return {
    kind: 'erasure',
    countOverdue: () => countOverdueErasures(database, new Date(clock.now().getTime() - overdueAfterMs)),
    enqueueMissing: async () => 0,
  }
}
