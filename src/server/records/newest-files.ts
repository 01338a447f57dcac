import { type Queryable, sql } from '../platform/database/index.ts'
import type { FileAddress } from '../platform/storage/index.ts'

/** Where the PDFs that were sealed last must lie, three at most. */
export function listNewestSealedFiles(q: Queryable): Promise<FileAddress[]> {
  return q.rows<FileAddress>(sql`
    SELECT 'records' AS bucket, path || '.pdf' AS path FROM sealed_documents ORDER BY leaf_index DESC LIMIT 3`)
}
