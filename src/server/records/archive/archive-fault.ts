import type { Queryable } from '../../platform/database/index.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import { readArchivedCopy } from '../../platform/pdf/index.ts'
import { FileUnreadable, type Storage } from '../../platform/storage/index.ts'
import type { SealedRow } from '../store.ts'
import { listCopies } from './store.ts'

/** Why the archived copies of a sealed PDF are not what their rows say, or none of it; null when they are. */
export async function findArchiveFault(
  q: Queryable,
  storage: Pick<Storage, 'get'>,
  row: SealedRow,
  pdf: Uint8Array,
): Promise<string | null> {
  for (const { path, pdfSha256, generation } of await listCopies(q, row)) {
    const bytes = await storage.get({ bucket: 'records', path: `${path}.pdf` }).catch((error: unknown) => {
      if (error instanceof FileUnreadable) return null
      throw error
    })
    if (!bytes || hashHex(bytes) !== pdfSha256)
      return `its archived copy ${generation} is not the one that was made`
    const timestamps = await readArchivedCopy(pdf, bytes)
    if ('fault' in timestamps || timestamps.length !== generation)
      return `its archived copy ${generation} is not made of it and timestamps alone`
  }
  return null
}
