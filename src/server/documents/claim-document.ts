import { bucketOf, type DocumentCategory, nameDocumentPath } from '../../domain/document/document.ts'
import { hasRoom } from '../../domain/document/storage-quota.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { CleanFile } from '../platform/images/index.ts'
import type { Platform } from '../platform/platform.ts'
import { claimPath, countUsedBy, type DocumentOwner, type DocumentRow, lockOwner } from './store.ts'

/**
 * Adds the row of a file that is about to be written, if its owner has room for one more beside what they keep, without the file that it
 * replaces: counting and adding are one locked transaction. Refused as `storage_full`.
 */
export function claimDocument(
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
    // Two files of one owner and category may arrive in the same millisecond; the later one takes the next that is free.
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
