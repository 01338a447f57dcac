import type { Queryable } from '../../platform/database/index.ts'
import type { FileAddress } from '../../platform/storage/index.ts'
import { isCopyOf, listCopiesAmong } from '../archive/store.ts'
import { listAllAttempts } from '../attempts.ts'
import { listSealedDocumentsFrom } from '../store.ts'

/** A file of a sealed document, and what it belongs to in words. */
export type SealedFile = { what: string; address: FileAddress; sha256: string }

const pageRows = 500

/** Both files of every sealed document and its archived copies, in the order of the log. */
export async function* listEverySealedFile(q: Queryable): AsyncGenerator<SealedFile> {
  for (let next = 0; ; ) {
    const page = await listSealedDocumentsFrom(q, next, pageRows)
    const copies = Map.groupBy(
      await listCopiesAmong(
        q,
        page.map(({ verificationId }) => verificationId),
      ),
      ({ verificationId }) => verificationId,
    )
    for (const sealed of page) {
      const { verificationId, document, revision, path, pdfSha256, jsonSha256 } = sealed
      const what = `verification ${verificationId}, ${document} ${revision}`
      const bucket = 'records' as const
      yield { what: `${what}, PDF`, address: { bucket, path: `${path}.pdf` }, sha256: pdfSha256 }
      yield { what: `${what}, JSON`, address: { bucket, path: `${path}.json` }, sha256: jsonSha256 }
      for (const copy of (copies.get(verificationId) ?? []).filter(isCopyOf(sealed)))
        yield {
          what: `${what}, archived copy ${copy.generation}`,
          address: { bucket, path: `${copy.path}.pdf` },
          sha256: copy.pdfSha256,
        }
    }
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    next = last.leafIndex + 1
  }
}

/** Every address where a file of a seal that was not finished may lie. */
export async function listAttemptedAddresses(q: Queryable): Promise<FileAddress[]> {
  const paths = await listAllAttempts(q)
  return paths.flatMap((path) =>
    ['pdf', 'json'].map((format) => ({ bucket: 'records', path: `${path}.${format}` }) as const),
  )
}
