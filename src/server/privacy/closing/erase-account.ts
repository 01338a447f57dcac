import { cancel } from '../../../domain/verification/transition.ts'
import {
  beginErasure,
  eraseAccountRows,
  finishErasure,
  forgetActivityOf,
  forgetMailedLinksOf,
  lockUser,
  type ProvenAddress,
  selectDueForErasure,
} from '../../accounts/index.ts'
import {
  destroyCreatorsFiles,
  destroyOwnFiles,
  destroyThirdPartyFiles,
  eraseReadingsOf,
  forgetKeptProof,
  removeUnnamedFiles,
} from '../../documents/index.ts'
import { eraseFeedbackOf } from '../../feedback.ts'
import { eraseRequestsOf } from '../../idempotency.ts'
import { eraseChecksOf } from '../../identity-checks/index.ts'
import { eraseUsageOf, forgetPlanOf } from '../../plans/index.ts'
import { runInBatches, type Transaction } from '../../platform/database/index.ts'
import { defineDuty } from '../../platform/jobs/index.ts'
import { forgetMailsFor } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { leaveHolds } from '../../records/index.ts'
import {
  deleteDraftsOf,
  endVerification,
  eraseCreatorDetails,
  eraseVerificationRows,
  hasAny,
  leaveRecords,
  listAskedRecordIds,
  listNamingCreator,
  listNamingOthers,
  listPendingIds,
  listRecordIds,
  lockVerifications,
} from '../../verifications/index.ts'
import { eraseWalletProofsOf, eraseWalletRequestsOf } from '../../wallets/index.ts'
import { destroyExportsOf } from '../exports/make-export.ts'
import { abandonExports } from '../exports/store.ts'
import { forgetAddress, forgetInvited, forgetProofs } from '../forget-invited.ts'

/** Erases the closed accounts whose grace period is over. */
export const eraseAccountsJob = defineDuty({
  kind: 'erasure',
  name: 'erase-accounts',
  round: 'closing',
  queue: 'closing',
  overdueAfterMs: 60 * 60_000,
  select: (_: Platform, before) => selectDueForErasure(before),
  act: eraseAccount,
})

/**
 * Erases an account. One statement first shuts it for good, even against a concurrent sign-in; then its rows are
 * deleted in transactions of some hundred each, the address last, so that it can't be registered again earlier; then
 * its files, and finally the account's own row. An interrupted run is found by that row, and continues. What stays is
 * the statement in the other person's sealed record, and the files under the other person's legal hold, until it ends.
 */
async function eraseAccount(platform: Platform, userId: string): Promise<void> {
  const { clock, database, mailer, rateLimits } = platform
  const account = await beginErasure(database, userId, clock.now())
  if (!account) return
  const { email, limitedTo, confirmedAt, erasedAt } = account
  if (!erasedAt) {
    await eraseOwnRequests(platform, userId)
    await eraseOwn(platform, userId)
    // Other people's entries about a person are found only by an address that the person has proven.
    if (email && confirmedAt) await eraseAskedRecords(platform, { userId, address: { email, limitedTo } })
    await database.transaction(async (tx) => {
      // A transaction that adds rows or mails for this account has committed by now, or will find the account erased.
      await lockUser(tx, userId)
      await rateLimits.forget(tx, userId)
      // Rows that other processes added in the meantime.
      await forgetMailsFor(tx, userId, Number.MAX_SAFE_INTEGER)
      await eraseAccountRows(tx, userId, clock.now())
      // Last, because a rollback can't restore it.
      if (email) await mailer.outbox?.removeTo(email)
    })
  }
  await destroyExportsOf(platform, userId)
  await removeUnnamedFiles(platform, userId)
  await finishErasure(database, userId, await hasAny(database, userId))
}

/** Records per transaction: each has a row, two files with a job each, and an event (GROWTH-4). */
const recordsAtOnce = 40
/** Rows per transaction for steps that touch one row each. */
const rowsAtOnce = 200

/** Erases a closed account's requests, and its person's data in other people's requests. Each step is idempotent. */
async function eraseOwnRequests(platform: Platform, userId: string): Promise<void> {
  const { clock, database } = platform
  for (const id of await listPendingIds(database, userId))
    await database.transaction((tx) => endVerification(platform, tx, id, cancel('creator')))
  for (const id of await listNamingOthers(database, userId)) await forgetInvited(platform, id)
  await runInTurn(platform, await listRecordIds(database, userId), recordsAtOnce, async (tx, ids) => {
    await lockVerifications(tx, ids)
    const held = await leaveHolds(platform, tx, ids, 'creator')
    await destroyCreatorsFiles(platform, tx, ids, held)
  })
  await runInBatches(
    (limit) => database.transaction((tx) => destroyOwnFiles(platform, tx, userId, limit)),
    rowsAtOnce / 2,
  )
  await runInTurn(platform, await listNamingCreator(database, userId), rowsAtOnce, (tx, ids) =>
    eraseCreatorDetails(tx, ids, clock.now()),
  )
}

async function eraseOwn(platform: Platform, userId: string): Promise<void> {
  const { clock, database } = platform
  const steps = [
    eraseRequestsOf,
    eraseUsageOf,
    forgetMailsFor,
    eraseReadingsOf,
    eraseFeedbackOf,
    ...eraseVerificationRows,
    forgetActivityOf,
    forgetMailedLinksOf,
    eraseWalletRequestsOf,
    eraseWalletProofsOf,
    eraseChecksOf,
  ]
  for (const step of steps) await runInBatches((limit) => step(database, userId, limit), rowsAtOnce)
  await database.transaction(async (tx) => {
    const at = clock.now()
    await deleteDraftsOf(tx, userId)
    await forgetKeptProof(tx, userId)
    await forgetPlanOf(platform, tx, userId)
    await abandonExports(tx, userId, at)
  })
}

/**
 * Erases a person's data in the requests to them, found by an address that they proved. A limited account loses only
 * what it could open: the rest belongs to the person who reads the mailbox (ONCE-12).
 */
async function eraseAskedRecords(
  platform: Platform,
  owner: { userId: string; address: ProvenAddress },
): Promise<void> {
  const { clock, database } = platform
  if (owner.address.limitedTo === null) await forgetAddress(platform, owner.address.email)
  await runInTurn(platform, await listAskedRecordIds(database, owner), recordsAtOnce, async (tx, ids) => {
    await lockVerifications(tx, ids)
    await leaveRecords(tx, ids, clock.now())
    const held = await leaveHolds(platform, tx, ids, 'third_party')
    await destroyThirdPartyFiles(platform, tx, ids, held)
    for (const verificationId of ids) await forgetProofs(tx, verificationId)
  })
}

/** Runs a step on `batchSize` ids at a time, each time in its own transaction. */
async function runInTurn(
  { database }: Pick<Platform, 'database'>,
  ids: readonly string[],
  batchSize: number,
  step: (tx: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += batchSize)
    await database.transaction((tx) => step(tx, ids.slice(from, from + batchSize)))
}
