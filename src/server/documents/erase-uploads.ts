import { appendAuditEvent } from '../audit/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { enqueueErasing } from './destroy-documents.ts'
import {
  deleteDocument,
  type GivenUp,
  giveUpCreatorsFiles,
  giveUpOwnFiles,
  giveUpThirdPartyFiles,
  listUnnamedFiles,
  withholdCreatorsFiles,
  withholdThirdPartyFiles,
} from './erasure-store.ts'

type Parts = Pick<Platform, 'clock' | 'jobs'>

/**
 * Gives up every file that the creator gave for some verifications, and says in each trail how many it lost. Those of the records `held` are
 * locked in place of that.
 */
export const destroyCreatorsFiles = destroyAll(withholdCreatorsFiles, giveUpCreatorsFiles)

/** The same for every file that was given as the third party of some verifications. */
export const destroyThirdPartyFiles = destroyAll(withholdThirdPartyFiles, giveUpThirdPartyFiles)

/** Locks what one party gave for the records `held`, and gives up what they gave for the others. */
function destroyAll(withhold: typeof withholdCreatorsFiles, giveUp: typeof giveUpCreatorsFiles) {
  return async (
    platform: Parts,
    tx: Transaction,
    verificationIds: readonly string[],
    held: readonly string[],
  ): Promise<void> => {
    const at = platform.clock.now()
    await sayEach(tx, at, 'files_withheld', await withhold(tx, held, at))
    await eraseGivenUp(platform, tx, await giveUp(tx, verificationIds, at))
  }
}

/** Gives up at most `limit` of a creator's own files, whatever they are for; answers how many. */
export async function destroyOwnFiles(
  platform: Parts,
  tx: Transaction,
  userId: string,
  limit: number,
): Promise<number> {
  const given = await giveUpOwnFiles(tx, userId, platform.clock.now(), limit)
  await eraseGivenUp(platform, tx, given)
  return given.length
}

async function eraseGivenUp(platform: Parts, tx: Transaction, given: readonly GivenUp[]): Promise<void> {
  await enqueueErasing(
    platform,
    tx,
    given.map(({ id }) => id),
  )
  await sayEach(tx, platform.clock.now(), 'files_destroyed', given)
}

/** Says in the trail of each verification what became of how many of its files. */
async function sayEach(
  tx: Transaction,
  at: Date,
  event: 'files_destroyed' | 'files_withheld',
  given: readonly GivenUp[],
): Promise<void> {
  const named = given.filter(({ verificationId }) => verificationId !== null)
  for (const [verificationId, files] of Map.groupBy(named, ({ verificationId }) => verificationId)) {
    if (!verificationId) continue
    const detail = { files: files.length }
    await appendAuditEvent(tx, { verificationId, event, actor: 'system', at, detail })
  }
}

/** Removes the given-up files of a creator that no verification names, and forgets that they were there. */
export async function removeUnnamedFiles(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  userId: string,
): Promise<void> {
  for (const { id, ...address } of await listUnnamedFiles(database, userId)) {
    await storage.remove(address)
    await deleteDocument(database, id)
  }
}
