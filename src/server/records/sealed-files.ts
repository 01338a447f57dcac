import { randomUUID } from 'node:crypto'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import { defineJob, handleEach, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import type { FileAddress } from '../platform/storage/index.ts'
import { findNewestCopy, isCopyOf, listCopiesAmong } from './archive/store.ts'
import { listSealedDocuments, listSealedDocumentsFrom, type SealedKind, type SealedRow } from './store.ts'

// Files of a document are written before the transaction that keeps its row. A row of seal_attempts names where they
// may lie until then, and who holds that row is the only one to remove them.

/** The name of an attempt: `record-1` is the first revision of a record, `archived-record-1-2` the second copy of it. */
type Attempted = { verificationId: string; name: string }

/**
 * Runs `work` with a path of its own, below which it writes files, and removes them when it comes to nothing: when it
 * answers null or fails. Its transaction has to take the path by `keepAttempt`. What an earlier attempt at the same
 * left, because its process died, is removed first; if that attempt is alive after all, it comes to nothing.
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
  // A file that can't be removed now stays named by its row: the next attempt or the sweep removes it.
  const giveUp = () => removeAttempt(platform, path).catch(() => 'left' as const)
  try {
    const kept = await work(path)
    if (kept === null) await giveUp()
    return kept
  } catch (error) {
    // Files that were taken away while they were written are no failure of this attempt.
    if ((await giveUp()) === 'lost') return null
    throw error
  }
}

/**
 * Makes the files of an attempt kept, in the transaction that names them. False when another attempt took it for dead.
 */
export async function keepAttempt(tx: Transaction, path: string): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM seal_attempts WHERE path = ${path}`)) === 1
}

/**
 * Removes the files of an attempt, and then its row, which is locked until then. If the row has gone, the attempt was
 * kept, or lost to another one that removed its files by then: later files are removed too.
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

/** Removes what attempts left whose process died long ago, and which no later attempt came to remove. */
export const removeDeadAttemptsJob = defineJob('remove-dead-attempts', noPayload, (platform: Platform) => {
  const { clock, database, logger } = platform
  const before = new Date(clock.now().getTime() - deadAfterMs)
  const listDead = async (limit: number) => {
    const rows = await database.rows<{ path: string }>(
      sql`SELECT path FROM seal_attempts WHERE started_at < ${before} ORDER BY started_at LIMIT ${limit}`,
    )
    return rows.map(({ path }) => path)
  }
  return handleEach(listDead, (path) => removeAttempt(platform, path), logger)
})

/** Far longer than sealing takes, with a store that hardly answers. */
const deadAfterMs = 60 * 60_000

async function listAttempts(q: Queryable, { verificationId, name }: Attempted): Promise<string[]> {
  const rows = await q.rows<{ path: string }>(sql`
    SELECT path FROM seal_attempts
    WHERE verification_id = ${verificationId} AND starts_with(path, ${`${verificationId}/${name}-`})`)
  return rows.map(({ path }) => path)
}

/** Where files of any attempt may lie. */
async function listAllAttempts(q: Queryable): Promise<string[]> {
  return (await q.rows<{ path: string }>(sql`SELECT path FROM seal_attempts`)).map(({ path }) => path)
}

/** A file of a sealed document, and what it belongs to in words. */
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

/** Every address where a file of a seal that was not finished may lie. */
export async function listAttemptedAddresses(q: Queryable): Promise<FileAddress[]> {
  const paths = await listAllAttempts(q)
  return paths.flatMap((path) =>
    ['pdf', 'json'].map((format) => ({ bucket: 'records', path: `${path}.${format}` }) as const),
  )
}

/**
 * The newest sealed PDF of a record and of its withdrawal, each with its JSON twin and its archived copy, under the
 * name of a file.
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
