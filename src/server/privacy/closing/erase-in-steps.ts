import { cancel } from '../../../domain/verification/transition.ts'
import { eraseReadingsOf } from '../../document-readings/index.ts'
import { destroyCreatorsFiles, destroyOwnFiles, destroyThirdPartyFiles } from '../../documents/index.ts'
import { deleteDraftsOf } from '../../drafts/index.ts'
import { eraseFeedbackOf } from '../../feedback/index.ts'
import { eraseRequestsOf } from '../../idempotency/index.ts'
import { blankChecks } from '../../identity-checks/index.ts'
import { eraseUsageOf, forgetPlanOf } from '../../plans/index.ts'
import { type Transaction, workInBatches } from '../../platform/database/index.ts'
import { forgetMailsFor } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { leaveHolds } from '../../records/index.ts'
import { forgetInvited } from '../../third-party/index.ts'
import {
  endVerification,
  eraseCreatorDetails,
  leaveRecords,
  listAskedRecordIds,
  listNamingCreator,
  listNamingOthers,
  listPendingIds,
  listRecordIds,
  lockVerifications,
} from '../../verifications/index.ts'
import { eraseWalletOf } from '../../wallets/index.ts'
import { giveUpExports } from '../exports/store.ts'
import { forgetAddress } from '../mailbox/forget-address.ts'

/** Records in one transaction: each has a row, two files with a job each, and an event (GROWTH-4). */
const recordsAtOnce = 40
/** Rows in one transaction of which each is one. */
const rowsAtOnce = 200

/** What a closed account asked of others, and what of its person stands in it. Each step does nothing where it was done before. */
export async function eraseOwnRequests(platform: Platform, userId: string): Promise<void> {
  const { clock, database } = platform
  const runAlone = async (
    ids: readonly string[],
    step: (tx: Transaction, id: string) => Promise<unknown>,
  ) => {
    for (const id of ids) await database.transaction((tx) => step(tx, id))
  }
  await runAlone(await listPendingIds(database, userId), (tx, id) =>
    endVerification(platform, tx, id, cancel('creator')),
  )
  await runAlone(await listNamingOthers(database, userId), (tx, id) => forgetInvited(platform, tx, id))
  await workInTurn(platform, await listRecordIds(database, userId), recordsAtOnce, async (tx, ids) => {
    await lockVerifications(tx, ids)
    const held = await leaveHolds(platform, tx, ids, 'creator')
    await destroyCreatorsFiles(platform, tx, ids, held)
  })
  await workInBatches(
    (limit) => database.transaction((tx) => destroyOwnFiles(platform, tx, userId, limit)),
    rowsAtOnce / 2,
  )
  await workInTurn(platform, await listNamingCreator(database, userId), rowsAtOnce, (tx, ids) =>
    eraseCreatorDetails(tx, ids, clock.now()),
  )
}

/** What else a person has here. */
export async function eraseOwn(platform: Platform, userId: string): Promise<void> {
  const { clock, database } = platform
  await workInBatches((limit) => eraseRequestsOf(database, userId, limit), rowsAtOnce)
  await workInBatches((limit) => eraseUsageOf(database, userId, limit), rowsAtOnce)
  await workInBatches((limit) => forgetMailsFor(database, userId, limit), rowsAtOnce)
  await database.transaction(async (tx) => {
    const at = clock.now()
    await deleteDraftsOf(tx, userId)
    await eraseReadingsOf(tx, userId)
    await blankChecks(tx, { userId }, at)
    await eraseWalletOf(tx, userId)
    await eraseFeedbackOf(tx, userId)
    await forgetPlanOf(platform, tx, userId)
    await giveUpExports(tx, userId, at)
  })
}

/** What a person was asked for, by an address that they proved. */
export async function eraseAskedRecords(
  platform: Platform,
  owner: { userId: string; address: string },
): Promise<void> {
  const { clock, database } = platform
  await forgetAddress(platform, owner.address)
  await workInTurn(platform, await listAskedRecordIds(database, owner), recordsAtOnce, async (tx, ids) => {
    await lockVerifications(tx, ids)
    await leaveRecords(tx, ids, clock.now())
    const held = await leaveHolds(platform, tx, ids, 'third_party')
    await destroyThirdPartyFiles(platform, tx, ids, held)
  })
}

/** Does something with so many at once, each time in a transaction of its own. */
async function workInTurn(
  { database }: Pick<Platform, 'database'>,
  ids: readonly string[],
  atOnce: number,
  step: (tx: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce)
    await database.transaction((tx) => step(tx, ids.slice(from, from + atOnce)))
}
