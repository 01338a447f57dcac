import { randomUUID } from 'node:crypto'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import { defineJob, handleEach, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import type { FileAddress } from '../platform/storage/index.ts'
import { findNewestCopy, isCopyOf, listCopiesAmong } from './archive/store.ts'
import { listSealedDocuments, listSealedDocumentsFrom, type SealedKind, type SealedRow } from './store.ts'

// The files of a document are written before the transaction that stores its row. Until then, a row of seal_attempts
// holds their path, and only the transaction that holds that row's lock may remove them.

/**
 * The name of an attempt: `record-1` is the first revision of a record, `archived-record-1-2` its second archived copy.
 */
type Attempted = { verificationId: string; name: string }

/**
 * Runs `work` with a new path below which it writes files. Removes the files if `work` returns null or fails. Its
 * transaction must claim the path with `keepAttempt`. Files of an earlier attempt, whose process died, are removed
 * first; if that attempt is still alive, it fails to claim its path.
 */
export async function withAttempt<Kept>(
  platform: Platform,
  { verificationId, name }: Attempted,
  work: (path: string) => Promise<Kept | null>,
): Promise<Kept | null> {
  const { database, clock } = platform
  for (const path of await listAttempts(database, { verificationId, name }))
    await removeAttempt(platform, path)
  const path = `${verificationId}/${name}-${randomUUID()}`
  await database.run(sql`
    INSERT INTO seal_attempts (path, verification_id, started_at)
    VALUES (${path}, ${verificationId}, ${clock.now()})`)
  // If a file can't be removed now, its row stays, and the next attempt or the sweep removes it.
  const discard = () => removeAttempt(platform, path).catch(() => 'left' as const)
  try {
    const kept = await work(path)
    if (kept === null) await discard()
    return kept
  } catch (error) {
    // Another attempt removed the files while they were written, so this isn't a failure.
    if ((await discard()) === 'lost') return null
    throw error
  }
}

/**
 * Claims the files of an attempt, in the transaction that stores their row. Returns false when another attempt
 * considered this one dead.
 */
export async function keepAttempt(tx: Transaction, path: string): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM seal_attempts WHERE path = ${path}`)) === 1
}

/**
 * Removes the files of an attempt, and then its row, which is locked until then. If the row is already gone, the
 * attempt was either kept, or lost to another one that removed its files; files written later are removed too.
 */
async function removeAttempt(
  { database, storage }: Platform,
  path: string,
): Promise<'removed' | 'kept' | 'lost'> {
  return database.transaction(async (tx) => {
    const isHeld = await tx.row(sql`SELECT FROM seal_attempts WHERE path = ${path} FOR UPDATE`)
    if (!isHeld && (await isKept(tx, path))) return 'kept'
    await storage.remove({ bucket: 'records', path: `${path}.pdf` })
    await storage.remove({ bucket: 'records', path: `${path}.json` })
    await tx.run(sql`DELETE FROM seal_attempts WHERE path = ${path}`)
    return isHeld ? 'removed' : 'lost'
  })
}

async function isKept(tx: Transaction, path: string): Promise<boolean> {
  const row = await tx.row(sql`
    SELECT FROM sealed_documents WHERE path = ${path} UNION ALL SELECT FROM archived_copies WHERE path = ${path}`)
  return row !== null
}

/** Removes the files of attempts whose process died long ago and that no later attempt removed. */
export const removeDeadAttemptsJob = defineJob('remove-dead-attempts', noPayload, (platform: Platform) => {
  const { clock, database, logger } = platform
  const before = new Date(clock.now().getTime() - deadAfterMs)
  return handleEach(
    (limit, failed) =>
      database.rows<{ id: string }>(sql`
        SELECT path AS id FROM seal_attempts WHERE started_at < ${before} AND path <> ALL(${failed}::text[])
        ORDER BY started_at LIMIT ${limit}`),
    ({ id: path }) => removeAttempt(platform, path),
    logger,
  )
})

/** Far longer than sealing takes, even with a very slow storage. */
const deadAfterMs = 60 * 60_000

async function listAttempts(q: Queryable, { verificationId, name }: Attempted): Promise<string[]> {
  const rows = await q.rows<{ path: string }>(sql`
    SELECT path FROM seal_attempts
    WHERE verification_id = ${verificationId} AND starts_with(path, ${`${verificationId}/${name}-`})`)
  return rows.map(({ path }) => path)
}

async function listAllAttempts(q: Queryable): Promise<string[]> {
  return (await q.rows<{ path: string }>(sql`SELECT path FROM seal_attempts`)).map(({ path }) => path)
}

/** A file of a sealed document, with a description of the document. */
type SealedFile = { what: string; address: FileAddress; sha256: string }

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

/** Every address where an unfinished seal may have a file. */
export async function listAttemptedAddresses(q: Queryable): Promise<FileAddress[]> {
  const paths = await listAllAttempts(q)
  return paths.flatMap((path) =>
    ['pdf', 'json'].map((format) => ({ bucket: 'records', path: `${path}.${format}` }) as const),
  )
}

/**
 * The newest sealed PDF of a record and of its withdrawal, each with its JSON twin and archived copy, with file names.
 */
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
