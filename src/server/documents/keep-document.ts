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
import { queueRetryAfterSeconds, type Requester } from '../platform/waiting/index.ts'
import { destroyReplaced } from './destroy-documents.ts'
import { markDestroyed } from './destruction-store.ts'
import {
  claimPath,
  countUsedBy,
  type DocumentRow,
  deleteUnattached,
  type Giver,
  lockOwner,
  markStored,
} from './store.ts'

/** The last check before a document becomes usable, in the same transaction: a refusal, or null to go on. */
type LastCheck = (tx: Transaction, document: DocumentRow) => Promise<Refusal | null>

/** Called when files are destroyed, in the same transaction. */
type OnDestroyed = (tx: Transaction, documentIds: string[]) => Promise<void>

/**
 * Stores an accepted file under `{owner}/{category}-{timestamp}.{ext}` and returns its row.
 *
 * First the row claims the path, then the file is durably written, then the row is marked as stored: whenever the
 * process dies, every file has a row and every usable row has its file. Refuses with `upload_unavailable` when the
 * store fails, with `disk_full` before a full disk would affect the database, and with `storage_full` when the owner
 * has reached their limit. After these refusals, or one by `checkLast`, neither row nor file remains. An unreachable
 * store may have written the file anyway: then both are removed once it is back. The file that the new one replaces is
 * destroyed in the same step, so that retaking a photo uses up no space.
 */
export async function keepDocument(
  platform: Pick<Platform, 'clock' | 'database' | 'disk' | 'jobs' | 'logger' | 'storage'>,
  owner: Giver,
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
    // Doesn't wait for an unreachable store a second time: a file that it wrote anyway is removed with the other
    // destroyed files.
    if (error instanceof StorageUnavailable)
      await markDestroyed(platform.database, claimed.id, platform.clock.now()).catch(() => {})
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

/** Ordered so that the sweeper finds the leftovers of every failure a day later. */
async function abandon(platform: Pick<Platform, 'clock' | 'database' | 'storage'>, document: DocumentRow) {
  try {
    await markDestroyed(platform.database, document.id, platform.clock.now())
    await platform.storage.remove(document)
    await deleteUnattached(platform.database, document.id)
  } catch {
    // The leftover isn't usable, and will be swept.
  }
}

/**
 * Adds the row of a file that is about to be written, if its owner has room for it, not counting the file that it
 * replaces. Counting and adding happen in one locked transaction. Refuses with `storage_full`.
 */
function claimDocument(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  owner: Giver,
  category: DocumentCategory,
  file: CleanFile,
  replaces: string | null,
): Promise<DocumentRow | Refusal> {
  const kind = 'userId' in owner ? 'account' : 'set'
  const ownerId = 'userId' in owner ? owner.userId : owner.verificationId
  return database.transaction(async (tx) => {
    await lockOwner(tx, ownerId)
    const used = await countUsedBy(tx, owner, { id: replaces, category })
    if (!hasRoom(kind, used, file.bytes.byteLength)) return refuse('storage_full')
    const createdAt = clock.now()
    // Two files of one owner and category may arrive in the same millisecond; the later one takes the next free
    // millisecond.
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
 * Checks a submitted file: it exists, it isn't empty, its content is of an accepted type, it is small enough for its
 * type and the creator's tier, and it can be decoded completely or its pages can be drawn. Stores nothing.
 *
 * @param tierMaxBytes the largest file allowed in the creator's tier
 * @param by the person whose place in the queue this takes; `rate_limited` if too many of theirs already wait
 */
export async function acceptFile(
  platform: Pick<Platform, 'images'>,
  submitted: Uint8Array | null,
  category: DocumentCategory,
  tierMaxBytes: number,
  by: Requester,
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
    ? refuse('rate_limited', { retryAfterSeconds: queueRetryAfterSeconds })
    : refuse(refusalOfCleaning[clean.fault])
}
