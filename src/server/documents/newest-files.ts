import { type Queryable, sql } from '../platform/database/index.ts'
import type { FileAddress } from '../platform/storage/index.ts'

/** Where the documents that were stored last must lie, three at most. */
export function listNewestDocumentFiles(q: Queryable): Promise<FileAddress[]> {
  return q.rows<FileAddress>(sql`
    SELECT bucket, path FROM documents WHERE stored_at IS NOT NULL AND destroyed_at IS NULL
    ORDER BY stored_at DESC LIMIT 3`)
}
