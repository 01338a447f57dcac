import type { Queryable } from '../platform/database/index.ts'
import type { FileAddress } from '../platform/storage/index.ts'
import { type SealedKind, sealedDocumentsOf } from './store.ts'

/** The newest sealed PDF of a record and of its withdrawal, each with its JSON twin, under the name of a file. */
export async function sealedFilesOf(
  q: Queryable,
  verificationId: string,
): Promise<{ name: string; address: FileAddress }[]> {
  const newest = new Map<SealedKind, string>()
  for (const { document, path } of await sealedDocumentsOf(q, verificationId)) newest.set(document, path)
  return [...newest].flatMap(([document, path]) =>
    ['pdf', 'json'].map((format) => ({
      name: `${document}.${format}`,
      address: { bucket: 'records' as const, path: `${path}.${format}` },
    })),
  )
}
