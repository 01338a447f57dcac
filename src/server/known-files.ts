import { newestDocumentFiles } from './documents/index.ts'
import type { Queryable } from './platform/database/index.ts'
import type { FileAddress } from './platform/storage/index.ts'
import { newestSealedFiles } from './records/index.ts'

/** Some files that must be in the store of a database with these rows (REPLICA-3). */
export async function knownFiles(q: Queryable): Promise<FileAddress[]> {
  return [...(await newestSealedFiles(q)), ...(await newestDocumentFiles(q))]
}
