import type { ProblemCode } from '../../contract/problem.ts'
import {
  bucketOf,
  type DocumentCategory,
  documentTypes,
  findFileFault,
  hasRoom,
  nameDocumentPath,
} from '../../domain/document.ts'
import { isRefusal, type Refusal, refuse, retryAfterSeconds } from '../http/problem.ts'
import type { Transaction } from '../platform/database/index.ts'
import { hasRoomForFiles } from '../platform/files/index.ts'
import type { CleanFile, CleaningFault } from '../platform/images/index.ts'
import { describeError } from '../platform/logging/index.ts'
import type { Platform } from '../platform/platform.ts'
import { StorageUnavailable } from '../platform/storage/index.ts'
import { type Asker, turnRetryAfterSeconds } from '../platform/waiting/index.ts'
import { destroyReplaced } from './destroy-documents.ts'
import { giveUp } from './giving-up-store.ts'
import {
  claimPath,
  countUsedBy,
  type DocumentOwner,
  type DocumentRow,
  deleteUnattached,
  lockOwner,
  markStored,
} from './store.ts'

/** The last word before a document counts, in the transaction that makes it count: a refusal, or null to go on. */
type LastCheck = (tx: Transaction, document: DocumentRow) => Promise<Refusal | null>

/** Called when a file is given up, in the same transaction. */
type OnDestroyed = (tx: Transaction, documentIds: string[]) => Promise<void>

/**
 * Keeps an accepted file under `{owner}/{category}-{timestamp}.{ext}` and answers its row.
 *
 * First the row claims the path, then the file is durably written, then the row is marked as stored: whenever the
 * process dies, no file is without a row and no usable row without its file. Refused as `upload_unavailable` when the
 * storage does not take it, and as `disk_full` before the disk is so full that the database would suffer. Neither row
 * nor file is left then, nor when `checkLast` refuses; of a store that is away, which may have taken it all the same,
 * both are removed once it is back. What the file replaces is given up with the same step, so that taking a photo again
 * fills nothing up; `storage_full` refuses who has no room left.
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
    // A store that is away is not waited for a second time: what it may have taken is removed with the other given-up
    // files.
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
    // The leftover is not usable, and is swept.
  }
}

/**
 * Adds the row of a file that is about to be written, if its owner has room for one more, without the file that it
 * replaces: counting and adding are one locked transaction. Refused as `storage_full`.
 */
function claimDocument(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  owner: DocumentOwner,
  category: DocumentCategory,
  file: CleanFile,
  replaces: string | null,
): Promise<DocumentRow | Refusal> {
  const kind = 'userId' in owner ? 'account' : 'link'
  const ownerId = 'userId' in owner ? owner.userId : owner.verificationId
  return database.transaction(async (tx) => {
    await lockOwner(tx, ownerId)
    const used = await countUsedBy(tx, owner, { id: replaces, category })
    if (!hasRoom(kind, used, file.bytes.byteLength)) return refuse('storage_full')
    const createdAt = clock.now()
    // Two files of one owner and category may arrive in the same millisecond; the later one takes the next that is
    // free.
    for (let at = createdAt.getTime(); ; at += 1) {
      const claimed = await claimPath(tx, {
        owner,
        bucket: bucketOf[category],
        path: nameDocumentPath(ownerId, category, new Date(at), file.type),
        category,
        contentType: file.type,
        byteCount: file.bytes.byteLength,
        sha256: file.sha256,
        createdAt,
      })
      if (claimed) return claimed
    }
  })
}

const refusalOf = { empty: 'file_empty', type: 'file_type_refused', size: 'file_too_large' } as const

const refusalOfCleaning: Record<Exclude<CleaningFault, 'busy'>, ProblemCode> = {
  damaged: 'file_damaged',
  too_many_pixels: 'image_too_many_pixels',
  locked: 'pdf_locked',
  too_many_pages: 'pdf_too_many_pages',
  too_complex: 'pdf_too_complex',
}

/**
 * Looks at a submitted file: there is one, it is not empty, its own bytes say an accepted type, it is small enough for
 * its type and the creator's tier, and it decodes to its end, or its pages can be drawn. Nothing is stored yet.
 *
 * @param tierMaxBytes the largest file the creator's tier admits
 * @param by who waits, for their turn; `rate_limited` where too many of theirs wait
 */
export async function acceptFile(
  platform: Pick<Platform, 'images'>,
  submitted: Uint8Array | null,
  category: DocumentCategory,
  tierMaxBytes: number,
  by: Asker,
): Promise<CleanFile | Refusal> {
  if (!submitted) return refuse('file_missing')
  if (submitted.byteLength === 0) return refuse('file_empty')
  const detected = await platform.images.detectType(submitted)
  const fault = findFileFault(category, detected, submitted.byteLength, tierMaxBytes)
  if (fault) return refuse(refusalOf[fault])
  const type = documentTypes.find((candidate) => candidate === detected)
  if (!type) return refuse('file_type_refused')
  const clean = await platform.images.clean(submitted, type, by)
  if (!('fault' in clean)) return clean
  return clean.fault === 'busy'
    ? refuse('rate_limited', { retryAfterSeconds: turnRetryAfterSeconds })
    : refuse(refusalOfCleaning[clean.fault])
}
