import { cancel } from '../../../domain/verification/transition.ts'
import {
  type ClosedAccount,
  dueForErasure,
  eraseAccountRows,
  finishErasure,
  lockForErasure,
  overdueErasures,
} from '../../accounts/index.ts'
import { eraseReadingsOf } from '../../document-readings/index.ts'
import { destroyEveryFile, destroyThirdPartyFiles, removeUnnamedFiles } from '../../documents/index.ts'
import { deleteDraftsOf } from '../../drafts/index.ts'
import { eraseFeedbackOf } from '../../feedback/index.ts'
import { eraseRequestsOf } from '../../idempotency/index.ts'
import { blankChecksOf } from '../../identity-checks/index.ts'
import { forgetPlanOf } from '../../plans/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { type DueWork, defineJob, eachByItself, noPayload } from '../../platform/jobs/index.ts'
import { forgetMailsFor } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { leaveHolds } from '../../records/index.ts'
import { forgetInvited } from '../../third-party/index.ts'
import {
  endVerification,
  eraseCreatorDetails,
  leaveRecords,
  lockRecordsOf,
  namingOthers,
  ownsAny,
  pendingOf,
} from '../../verifications/index.ts'
import { eraseWalletOf } from '../../wallets/index.ts'
import { destroyExportsOf } from '../exports/destroy-exports.ts'
import { giveUpExports } from '../exports/store.ts'
import { forgetAddress } from '../mailbox/forget-address.ts'

/** The task runs every few minutes. */
const overdueAfterMs = 60 * 60_000

/** Erases the closed accounts whose days of grace are over. */
export const eraseAccountsJob = defineJob('erase-accounts', noPayload, (platform: Platform) =>
  eachByItself(
    (limit) => dueForErasure(platform.database, platform.clock.now(), limit),
    (id) => eraseAccount(platform, id),
    platform.logger,
  ),
)

/**
 * Erases an account. One locked transaction decides against everybody who signs in at that moment, and takes every row; the files follow, and
 * the account's own row last, so that one that was cut off is found again. What stays is what somebody else's sealed record says, and the files
 * that somebody else's legal hold keeps, for as long.
 */
async function eraseAccount(platform: Platform, userId: string): Promise<void> {
  const { clock, database } = platform
  const isErased = await database.transaction(async (tx) => {
    const account = await lockForErasure(tx, userId, clock.now())
    if (account && !account.erasedAt) await eraseRows(platform, tx, userId, account)
    return account !== null
  })
  if (!isErased) return
  await destroyExportsOf(platform, userId)
  await removeUnnamedFiles(platform, userId)
  await finishErasure(database, userId, await ownsAny(database, userId))
}

async function eraseRows(
  platform: Platform,
  tx: Transaction,
  userId: string,
  { email, confirmedAt }: ClosedAccount,
): Promise<void> {
  const at = platform.clock.now()
  for (const id of await pendingOf(tx, userId)) await endVerification(platform, tx, id, cancel('creator'))
  for (const id of await namingOthers(tx, userId)) await forgetInvited(platform, tx, id)
  const held = await leaveHolds(platform, tx, await lockRecordsOf(tx, userId), 'creator')
  await destroyEveryFile(platform, tx, userId, held)
  await deleteDraftsOf(tx, userId)
  await eraseCreatorDetails(tx, userId, at)
  await eraseReadingsOf(tx, userId)
  await blankChecksOf(tx, { userId }, at)
  await eraseWalletOf(tx, userId)
  await eraseRequestsOf(tx, userId)
  await eraseFeedbackOf(tx, userId)
  await forgetPlanOf(platform, tx, userId)
  await forgetMailsFor(tx, userId)
  await giveUpExports(tx, userId, at)
  await platform.rateLimits.forget(tx, userId)
  await eraseAccountRows(tx, userId, at)
  // What others typed about somebody is found by an address that was proven to be theirs, and by no other.
  if (email && confirmedAt) {
    await forgetAddress(platform, tx, email)
    const left = await leaveRecords(tx, { userId, address: email }, at)
    const heldByCreators = await leaveHolds(platform, tx, left, 'third_party')
    await destroyThirdPartyFiles(platform, tx, left, heldByCreators)
  }
  // Last, since no rollback brings it back.
  if (email) await platform.mailer.outbox?.removeTo(email)
}

/** Accounts past their grace that are not erased. The recurring task finds them by their rows, so that none can be without its job. */
export function dueErasure({ clock, database }: Pick<Platform, 'clock' | 'database'>): DueWork {
  return {
    kind: 'erasure',
    overdue: () => overdueErasures(database, new Date(clock.now().getTime() - overdueAfterMs)),
    enqueueMissing: async () => 0,
  }
}
