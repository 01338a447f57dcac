import { listNewestDocumentFiles } from './documents/index.ts'
import type { Queryable } from './platform/database/index.ts'
import type { FileAddress } from './platform/storage/index.ts'
import { listNewestSealedFiles } from './records/index.ts'

/** Some files that must be in the store of a database with these rows (REPLICA-3). */
export async function listKnownFiles(q: Queryable): Promise<FileAddress[]> {
  return [...(await listNewestSealedFiles(q)), ...(await listNewestDocumentFiles(q))]
}
