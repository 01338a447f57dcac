import { appendAuditEvent } from '../audit/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { enqueueErasing } from './destroy-documents.ts'
import {
  deleteDocument,
  type GivenUp,
  giveUpEveryFile,
  giveUpThirdPartyFiles,
  unnamedFilesOf,
} from './erasure-store.ts'

type Parts = Pick<Platform, 'clock' | 'jobs'>

/** Gives up every file of a creator's own, those of records too, and says in each trail how many it lost. */
export async function destroyEveryFile(platform: Parts, tx: Transaction, userId: string): Promise<void> {
  await eraseGivenUp(platform, tx, await giveUpEveryFile(tx, userId, platform.clock.now()))
}

/** The same for every file that was given as the third party of some verifications. */
export async function destroyThirdPartyFiles(
  platform: Parts,
  tx: Transaction,
  verificationIds: readonly string[],
): Promise<void> {
  const given = await giveUpThirdPartyFiles(tx, verificationIds, platform.clock.now())
  await eraseGivenUp(platform, tx, given)
}

async function eraseGivenUp(platform: Parts, tx: Transaction, given: readonly GivenUp[]): Promise<void> {
  const at = platform.clock.now()
  await enqueueErasing(
    platform,
    tx,
    given.map(({ id }) => id),
  )
  const named = given.filter(({ verificationId }) => verificationId !== null)
  for (const [verificationId, files] of Map.groupBy(named, ({ verificationId }) => verificationId)) {
    if (!verificationId) continue
    const detail = { files: files.length }
    await appendAuditEvent(tx, { verificationId, event: 'files_destroyed', actor: 'system', at, detail })
  }
}

/** Removes the given-up files of a creator that no verification names, and forgets that they were there. */
export async function removeUnnamedFiles(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  userId: string,
): Promise<void> {
  for (const { id, ...address } of await unnamedFilesOf(database, userId)) {
    await storage.remove(address)
    await deleteDocument(database, id)
  }
}
