import { type Queryable, type Sql, sql, type Transaction } from '../../platform/database/index.ts'
import { hasNoJob } from '../../platform/jobs/index.ts'
import type { SealedKind, SealedRow } from '../store.ts'

export type ArchivedRow = {
  verificationId: string
  document: SealedKind
  revision: number
  generation: number
  path: string
  pdfSha256: string
  madeAt: Date
  protectedUntil: Date
}

export type ArchivedName = Pick<ArchivedRow, 'verificationId' | 'document'>

const columns = sql`verification_id, document, revision, generation, path, pdf_sha256, made_at, protected_until`

/** The archived copies of a sealed document, oldest first. */
export function listCopies(
  q: Queryable,
  { verificationId, document, revision }: Pick<SealedRow, 'verificationId' | 'document' | 'revision'>,
): Promise<ArchivedRow[]> {
  return q.rows<ArchivedRow>(sql`
    SELECT ${columns} FROM archived_copies
    WHERE verification_id = ${verificationId} AND document = ${document} AND revision = ${revision} ORDER BY generation`)
}

/** The archived copies of some records, each document's oldest first. */
export function listCopiesAmong(q: Queryable, verificationIds: readonly string[]): Promise<ArchivedRow[]> {
  return q.rows<ArchivedRow>(sql`
    SELECT ${columns} FROM archived_copies WHERE verification_id = ANY(${verificationIds}::uuid[]) ORDER BY generation`)
}

/** Returns a filter for the copies of a sealed document, among all copies of its record. */
export function isCopyOf(sealed: Pick<SealedRow, 'document' | 'revision'>): (copy: ArchivedRow) => boolean {
  return (copy) => copy.document === sealed.document && copy.revision === sealed.revision
}

/** How long a copy is protected, as pages show it. */
export function describeProtection(
  { protectedUntil }: Pick<ArchivedRow, 'protectedUntil'>,
  now: Date,
): { protectedUntil: string; isOver: boolean } {
  return { protectedUntil: protectedUntil.toISOString(), isOver: protectedUntil <= now }
}

/** The newest copy of a sealed document; null before the first. */
export async function findNewestCopy(
  q: Queryable,
  sealed: Pick<SealedRow, 'verificationId' | 'document' | 'revision'>,
): Promise<ArchivedRow | null> {
  return (await listCopies(q, sealed)).at(-1) ?? null
}

export function findCopyByHash(q: Queryable, sha256: string): Promise<ArchivedRow | null> {
  return q.row<ArchivedRow>(sql`SELECT ${columns} FROM archived_copies WHERE pdf_sha256 = ${sha256}`)
}

export async function insertCopy(tx: Transaction, copy: ArchivedRow): Promise<void> {
  await tx.run(sql`
    INSERT INTO archived_copies (verification_id, document, revision, generation, path, pdf_sha256, made_at, protected_until)
    VALUES (${copy.verificationId}, ${copy.document}, ${copy.revision}, ${copy.generation}, ${copy.path},
      ${copy.pdfSha256}, ${copy.madeAt}, ${copy.protectedUntil})`)
}

/** Schedules the archiving of a document's newest sealed revision for `at`, and resets the tries for the last copy. */
export async function setArchiveDue(
  tx: Transaction,
  { verificationId, document }: ArchivedName,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO archive_dues (verification_id, document, due_at) VALUES (${verificationId}, ${document}, ${at})
    ON CONFLICT (verification_id, document) DO UPDATE SET due_at = excluded.due_at, enqueued_at = NULL, asked_in_vain = 0`)
}

/** How many tries for the copy that is due at `now` got no revocation statement; null when none is due. */
export async function findFailedTries(
  q: Queryable,
  { verificationId, document }: ArchivedName,
  now: Date,
): Promise<number | null> {
  const due = await q.row<{ failedTries: number }>(sql`
    SELECT asked_in_vain AS failed_tries FROM archive_dues
    WHERE verification_id = ${verificationId} AND document = ${document} AND due_at <= ${now}`)
  return due?.failedTries ?? null
}

/** Counts a try in which no revocation statement was received. */
export async function countFailedTry(
  tx: Transaction,
  { verificationId, document }: ArchivedName,
): Promise<void> {
  await tx.run(sql`
    UPDATE archive_dues SET asked_in_vain = asked_in_vain + 1
    WHERE verification_id = ${verificationId} AND document = ${document}`)
}

export async function noteEnqueued(
  tx: Transaction,
  names: readonly ArchivedName[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    UPDATE archive_dues SET enqueued_at = ${now}
    FROM unnest(${names.map(({ verificationId }) => verificationId)}::uuid[], ${names.map(({ document }) => document)}::text[])
      AS named (verification_id, document)
    WHERE archive_dues.verification_id = named.verification_id AND archive_dues.document = named.document
      AND enqueued_at IS NULL`)
}

/** Documents that are due at `at` and have no job to archive them. `hadJob` is true if they had one before. */
export function listDueWithoutJob(
  q: Queryable,
  at: Date,
  limit: number,
): Promise<(ArchivedName & { hadJob: boolean })[]> {
  return q.rows(sql`
    SELECT verification_id, document, enqueued_at IS NOT NULL AS had_job FROM archive_dues
    WHERE due_at <= ${at} AND ${hasNoJob(sql`'archive-record ' || document || ' ' || verification_id`)}
    ORDER BY due_at LIMIT ${limit}`)
}

/** Records whether there is a time authority, and since when. */
export async function noteTimeAuthority(tx: Transaction, isThere: boolean, now: Date): Promise<void> {
  await tx.run(
    isThere
      ? sql`INSERT INTO archiving (since) VALUES (${now}) ON CONFLICT DO NOTHING`
      : sql`DELETE FROM archiving`,
  )
}

/** Copies that were due, and could have been made, before a given time; none without a time authority. */
export function selectDueArchives(before: Date, hasTimeAuthority: boolean): Sql {
  return sql`SELECT verification_id AS id, greatest(due_at, since) AS since FROM archive_dues, archiving
    WHERE due_at < ${before} AND since < ${before} AND ${hasTimeAuthority}::boolean`
}
