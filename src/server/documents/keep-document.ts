import type { DocumentCategory } from '../../domain/document/document.ts'
import { retryAfterSeconds } from '../http/outage.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import type { Transaction } from '../platform/database/index.ts'
import { hasRoomForFiles } from '../platform/disk/index.ts'
import type { CleanFile } from '../platform/images/index.ts'
import { describeError } from '../platform/logging/index.ts'
import type { Platform } from '../platform/platform.ts'
import { StorageUnavailable } from '../platform/storage/index.ts'
import { claimDocument } from './claim-document.ts'
import { destroyReplaced } from './destroy-documents.ts'
import { giveUp } from './giving-up-store.ts'
import { type DocumentOwner, type DocumentRow, deleteUnattached, markStored } from './store.ts'

/** The last word before a document counts, in the transaction that makes it count: a refusal, or null to go on. */
export type LastCheck = (tx: Transaction, document: DocumentRow) => Promise<Refusal | null>

/** What follows from a file that is given up, in the same transaction. */
export type OnDestroyed = (tx: Transaction, documentIds: string[]) => Promise<void>

/**
 * Keeps an accepted file under `{owner}/{category}-{timestamp}.{ext}` and answers its row.
 *
 * First the row claims the path, then the file is durably written, then the row is marked as stored: whenever the process dies, no file is
 * without a row and no usable row without its file. Refused as `upload_unavailable` when the storage does not take it, and as `disk_full`
 * before the disk is so full that the database would suffer. Neither row nor file is left then, nor when `checkLast` refuses; of a store that
 * is away, which may have taken it all the same, both are removed once it is back. What the file
 * replaces is given up with the same step, so that taking a photo again fills nothing up; `storage_full` refuses who has no room left.
 */
export async function keepDocument(
  platform: Pick<Platform, 'clock' | 'database' | 'disk' | 'jobs' | 'logger' | 'storage'>,
  owner: DocumentOwner,
  category: DocumentCategory,
  file: CleanFile,
  {
    replaces,
    checkLast,
    onDestroyed,
  }: { replaces: string | null; checkLast: LastCheck; onDestroyed: OnDestroyed },
): Promise<DocumentRow | Refusal> {
  if (!hasRoomForFiles(await platform.disk.measureRoom())) return refuse('disk_full')
  const claimed = await claimDocument(platform, owner, category, file, replaces)
  if (isRefusal(claimed)) return claimed
  try {
    await platform.storage.put(claimed, file.bytes)
  } catch (error) {
    platform.logger.error({ error: describeError(error) }, 'the storage did not take a document')
    // Nobody waits for a store that is away a second time: what it may have taken is removed with the other given-up files.
    if (error instanceof StorageUnavailable)
      await giveUp(platform.database, claimed.id, platform.clock.now()).catch(() => {})
    else await abandon(platform, claimed)
    return refuse('upload_unavailable', { retryAfterSeconds })
  }
  try {
    const kept = await platform.database.transaction(async (tx) => {
      const refusal = await checkLast(tx, claimed)
      if (refusal) return refusal
      if (!(await markStored(tx, claimed.id, platform.clock.now()))) throw new Error('the document was swept')
      if (replaces) {
        await onDestroyed(tx, await destroyReplaced(platform, tx, { id: replaces, owner, category }))
      }
      return claimed
    })
    if (isRefusal(kept)) await abandon(platform, claimed)
    return kept
  } catch (error) {
    await abandon(platform, claimed)
    throw error
  }
}

/** In an order in which every failure leaves something that the sweeper finds a day later. */
async function abandon(platform: Pick<Platform, 'clock' | 'database' | 'storage'>, document: DocumentRow) {
  try {
    await giveUp(platform.database, document.id, platform.clock.now())
    await platform.storage.remove(document)
    await deleteUnattached(platform.database, document.id)
  } catch {
    // What is left is not usable, and swept.
  }
}
