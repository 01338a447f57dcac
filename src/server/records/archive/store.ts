import { type Queryable, sql, type Transaction } from '../../platform/database/index.ts'
import type { SealedKind, SealedRow } from '../store.ts'

/** An archived copy of a sealed PDF. */
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

const columns = sql`verification_id AS "verificationId", document, revision, generation, path, pdf_sha256 AS "pdfSha256",
  made_at AS "madeAt", protected_until AS "protectedUntil"`

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

/** Of copies those of a sealed document. */
export function isCopyOf(
  sealed: Pick<SealedRow, 'verificationId' | 'document' | 'revision'>,
): (copy: ArchivedRow) => boolean {
  return (copy) =>
    copy.verificationId === sealed.verificationId &&
    copy.document === sealed.document &&
    copy.revision === sealed.revision
}

/** Until when a copy is protected, as pages say it. */
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

/** The archived copy with this fingerprint. */
export function findCopyByHash(q: Queryable, sha256: string): Promise<ArchivedRow | null> {
  return q.row<ArchivedRow>(sql`SELECT ${columns} FROM archived_copies WHERE pdf_sha256 = ${sha256}`)
}

export async function insertCopy(tx: Transaction, copy: ArchivedRow): Promise<void> {
  await tx.run(sql`
    INSERT INTO archived_copies (verification_id, document, revision, generation, path, pdf_sha256, made_at, protected_until)
    VALUES (${copy.verificationId}, ${copy.document}, ${copy.revision}, ${copy.generation}, ${copy.path},
      ${copy.pdfSha256}, ${copy.madeAt}, ${copy.protectedUntil})`)
}
