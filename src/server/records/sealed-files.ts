import type { Queryable } from '../platform/database/index.ts'
import type { FileAddress } from '../platform/storage/index.ts'
import { findNewestCopy } from './archive/store.ts'
import { listSealedDocuments, type SealedKind, type SealedRow } from './store.ts'

/** The newest sealed PDF of a record and of its withdrawal, each with its JSON twin and its archived copy, under the name of a file. */
export async function listSealedFiles(
  q: Queryable,
  verificationId: string,
): Promise<{ name: string; address: FileAddress }[]> {
  const newest = new Map<SealedKind, SealedRow>()
  for (const row of await listSealedDocuments(q, verificationId)) newest.set(row.document, row)
  const files = await Promise.all(
    [...newest.values()].map(async (row) => {
      const { document, path } = row
      const copy = await findNewestCopy(q, row)
      return [
        { name: `${document}.pdf`, path: `${path}.pdf` },
        { name: `${document}.json`, path: `${path}.json` },
        ...(copy ? [{ name: `${document}-archived.pdf`, path: `${copy.path}.pdf` }] : []),
      ]
    }),
  )
  return files.flat().map(({ name, path }) => ({ name, address: { bucket: 'records', path } }))
}
