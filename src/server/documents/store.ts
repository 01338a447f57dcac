import type { DocumentBucket, DocumentCategory, FileCount, KeptType } from '../../domain/document.ts'
import type { VerificationStatus } from '../../domain/verification/verification.ts'
import { type Queryable, readInPages, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import type { FileAddress } from '../platform/storage/index.ts'

/**
 * What one person gives at a link before they submit (FORM-13): the set of a browser, by the hash of its secret, or with
 * null the set that the passes opened by a mailed code share.
 */
export type LinkSet = { verificationId: string; setSha256: string | null }

/** The creator who gives something, or a person at a link, in their set. */
export type Giver = { userId: string } | LinkSet

/** Every set of a link, one of them, or all others. */
export type LinkSets =
  | { verificationId: string }
  | LinkSet
  | { verificationId: string; notSetSha256: string | null }

/** The owner of something given: the creator, or the verification at whose link it was given. */
export type DocumentOwner = { userId: string } | LinkSets

export type DocumentRow = {
  id: string
  bucket: DocumentBucket
  path: string
  category: DocumentCategory
  contentType: KeptType
  byteCount: number
  /** The hash of the file as stored, hex. */
  sha256: string
  createdAt: Date
  storedAt: Date | null
  attachedAt: Date | null
  destroyedAt: Date | null
  /** Since when it is kept only for a legal hold, so that only its owner may open it. */
  withheldAt: Date | null
}

const columns = sql`d.id, d.bucket, d.path, d.category, d.content_type, d.byte_count, d.stored_sha256 AS sha256,
  d.created_at, d.stored_at, d.attached_at, d.destroyed_at, d.withheld_at`

/** Whether a row belongs to an owner. `alias`: the alias of its table in the statement. */
export function isOwnedBy(owner: DocumentOwner, alias: Sql): Sql {
  if ('userId' in owner) return sql`${alias}.user_id = ${owner.userId}`
  const isOfLink = sql`${alias}.verification_id = ${owner.verificationId}`
  if ('setSha256' in owner)
    return sql`(${isOfLink} AND ${alias}.set_sha256 IS NOT DISTINCT FROM ${owner.setSha256})`
  return 'notSetSha256' in owner
    ? sql`(${isOfLink} AND ${alias}.set_sha256 IS DISTINCT FROM ${owner.notSetSha256})`
    : isOfLink
}

/** The same owner for limits that hold for a link, so that another set doesn't escape them. */
export function toWholeOwner(owner: DocumentOwner): DocumentOwner {
  return 'userId' in owner ? owner : { verificationId: owner.verificationId }
}

/** Documents that a new file of a category may replace, and that their owner may remove. */
export function isReplaceable(category: DocumentCategory): Sql {
  return sql`(d.category = ${category} AND d.attached_at IS NULL AND d.destroyed_at IS NULL)`
}

export function toColumns(owner: Giver): {
  userId: string | null
  verificationId: string | null
  setSha256: string | null
} {
  return { userId: null, verificationId: null, setSha256: null, ...owner }
}

/** Makes other uploads of the same owner wait until the transaction ends. */
export async function lockOwner(tx: Transaction, ownerId: string): Promise<void> {
  await tx.row(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`documents ${ownerId}`}, 0))`)
}

/**
 * Counts all files of a creator or of a set, and those that no verification references yet, including files being
 * written. Leaves out a file that the new one replaces.
 */
export async function countUsedBy(
  q: Queryable,
  owner: Giver,
  replaced: { id: string | null; category: DocumentCategory },
): Promise<{ waiting: FileCount; kept: FileCount }> {
  const row = await q.row<{ waitingFiles: number; waitingBytes: number; files: number; bytes: number }>(sql`
    SELECT count(*) AS files, coalesce(sum(byte_count), 0)::bigint AS bytes,
      count(*) FILTER (WHERE attached_at IS NULL) AS waiting_files,
      coalesce(sum(byte_count) FILTER (WHERE attached_at IS NULL), 0)::bigint AS waiting_bytes
    FROM documents AS d
    WHERE ${isOwnedBy(owner, sql`d`)} AND d.destroyed_at IS NULL AND d.withheld_at IS NULL
      AND (${replaced.id}::uuid IS NULL OR NOT (d.id = ${replaced.id} AND ${isReplaceable(replaced.category)}))`)
  const { files = 0, bytes = 0, waitingFiles = 0, waitingBytes = 0 } = row ?? {}
  return { waiting: { files: waitingFiles, bytes: waitingBytes }, kept: { files, bytes } }
}

type NewDocument = Pick<
  DocumentRow,
  'bucket' | 'path' | 'category' | 'contentType' | 'byteCount' | 'sha256' | 'createdAt'
> & { owner: Giver }

/** Adds the row of a document whose file is about to be written; null if another document has that path. */
export function claimPath(q: Queryable, added: NewDocument): Promise<DocumentRow | null> {
  const { userId, verificationId, setSha256 } = toColumns(added.owner)
  return q.row<DocumentRow>(sql`
    INSERT INTO documents AS d (bucket, path, category, user_id, verification_id, set_sha256, content_type, byte_count,
      stored_sha256, created_at)
    VALUES (${added.bucket}, ${added.path}, ${added.category}, ${userId}, ${verificationId}, ${setSha256},
      ${added.contentType}, ${added.byteCount}, ${added.sha256}, ${added.createdAt})
    ON CONFLICT (bucket, path) DO NOTHING
    RETURNING ${columns}`)
}

/** Makes a document usable. Returns whether it still existed. */
export async function markStored(tx: Transaction, id: string, at: Date): Promise<boolean> {
  return (
    (await tx.run(sql`UPDATE documents SET stored_at = ${at} WHERE id = ${id} AND destroyed_at IS NULL`)) ===
    1
  )
}

/** Whether any row names the file at this address. */
export async function isNamed(
  q: Queryable,
  { bucket, path }: Pick<DocumentRow, 'bucket' | 'path'>,
): Promise<boolean> {
  return (await q.row(sql`SELECT FROM documents WHERE bucket = ${bucket} AND path = ${path}`)) !== null
}

/** Deletes the row of a document that no verification uses. */
export async function deleteUnattached(q: Queryable, id: string): Promise<void> {
  await q.run(sql`DELETE FROM documents WHERE id = ${id} AND attached_at IS NULL`)
}

/**
 * Binds an unused document to the verification that the transaction creates or completes; null if there is no such
 * document.
 */
export function attach(
  tx: Transaction,
  wanted: { id: string; owner: Giver; category: DocumentCategory; at: Date },
): Promise<DocumentRow | null> {
  return tx.row<DocumentRow>(sql`
    UPDATE documents AS d SET attached_at = ${wanted.at}
    WHERE d.id = ${wanted.id} AND ${isOwnedBy(wanted.owner, sql`d`)} AND d.category = ${wanted.category}
      AND d.stored_at IS NOT NULL AND d.attached_at IS NULL AND d.destroyed_at IS NULL
    RETURNING ${columns}`)
}

/** Whether an owner has this document, not yet referenced. */
export async function hasUnused(
  q: Queryable,
  wanted: { id: string; owner: Giver; category: DocumentCategory },
): Promise<boolean> {
  const row = await q.row(sql`
    SELECT d.id FROM documents AS d
    WHERE d.id = ${wanted.id} AND ${isOwnedBy(wanted.owner, sql`d`)} AND d.stored_at IS NOT NULL AND ${isReplaceable(wanted.category)}`)
  return row !== null
}

/** Whether an owner has this document and a verification uses it. */
export async function isReferenced(
  q: Queryable,
  wanted: { id: string; owner: DocumentOwner },
): Promise<boolean> {
  const row = await q.row(sql`
    SELECT d.id FROM documents AS d
    WHERE d.id = ${wanted.id} AND ${isOwnedBy(wanted.owner, sql`d`)} AND d.attached_at IS NOT NULL`)
  return row !== null
}

/** Documents by id, including destroyed ones; ids that don't exist are left out. */
export function listDocumentsById(q: Queryable, ids: string[]): Promise<DocumentRow[]> {
  return q.rows<DocumentRow>(sql`SELECT ${columns} FROM documents AS d WHERE d.id = ANY(${ids}::uuid[])`)
}

export function findDocumentAt(q: Queryable, bucket: string, path: string): Promise<DocumentRow | null> {
  return q.row<DocumentRow>(sql`
    SELECT ${columns} FROM documents AS d
    WHERE d.bucket = ${bucket} AND d.path = ${path} AND d.stored_at IS NOT NULL AND d.destroyed_at IS NULL`)
}

/** The document at an address, if it was uploaded in this set of a link and isn't bound yet. */
export function findUploadAt(
  q: Queryable,
  address: { bucket: string; path: string },
  set: LinkSet,
  category: DocumentCategory,
): Promise<DocumentRow | null> {
  return q.row<DocumentRow>(sql`
    SELECT ${columns} FROM documents AS d
    WHERE d.bucket = ${address.bucket} AND d.path = ${address.path} AND ${isOwnedBy(set, sql`d`)}
      AND d.category = ${category} AND d.stored_at IS NOT NULL AND d.attached_at IS NULL AND d.destroyed_at IS NULL`)
}

/** The newest usable document of a category in a set of a link. */
export function findNewestUpload(
  q: Queryable,
  set: LinkSet,
  category: DocumentCategory,
): Promise<DocumentRow | null> {
  return q.row<DocumentRow>(sql`
    SELECT ${columns} FROM documents AS d
    WHERE ${isOwnedBy(set, sql`d`)} AND d.category = ${category}
      AND d.stored_at IS NOT NULL AND d.destroyed_at IS NULL
    ORDER BY d.created_at DESC, d.id DESC LIMIT 1`)
}

/** A usable document that a user, or the third party of one of their verifications, uploaded. */
export function findDocumentVisibleTo(
  q: Queryable,
  id: string,
  userId: string,
): Promise<(DocumentRow & { own: boolean; status: VerificationStatus | null }) | null> {
  return q.row(sql`
    SELECT ${columns}, d.user_id IS NOT NULL AS own, v.status
    FROM documents AS d LEFT JOIN verifications v ON v.id = d.verification_id AND d.attached_at IS NOT NULL
    WHERE d.id = ${id} AND (d.user_id = ${userId} OR v.user_id = ${userId})
      AND d.stored_at IS NOT NULL AND d.destroyed_at IS NULL`)
}

/** The photo or ID attached to one verification with this fingerprint, kept or destroyed; null if it has none. */
export function findAttachedWithFingerprint(
  q: Queryable,
  { verificationId, sha256 }: { verificationId: string; sha256: string },
): Promise<{ category: DocumentCategory } | null> {
  return q.row(sql`
    SELECT d.category FROM documents AS d WHERE d.stored_sha256 = ${sha256} AND d.attached_at IS NOT NULL
      AND (d.verification_id = ${verificationId} OR EXISTS (SELECT FROM verifications v
        WHERE v.id = ${verificationId} AND d.id IN (v.selfie_document_id, v.id_document_id)))
    LIMIT 1`)
}

/** A photo or an ID that has to be in the store, with the SHA-256 of its stored bytes. */
type KeptFile = { id: string; address: FileAddress; sha256: string }

const pageRows = 500

const addressOf = sql`jsonb_build_object('bucket', bucket, 'path', path)`

/** Every stored file that isn't destroyed, one after the other. */
export function listEveryFile(q: Queryable): AsyncGenerator<KeptFile> {
  return readDocuments<KeptFile>(
    q,
    sql`${addressOf} AS address, stored_sha256 AS sha256`,
    sql`stored_at IS NOT NULL AND destroyed_at IS NULL`,
  )
}

/** Locks a file against being destroyed until the transaction ends. Returns false if it is destroyed already. */
export async function lockKeptFile(tx: Transaction, id: string): Promise<boolean> {
  return (
    (await tx.row(
      sql`SELECT id FROM documents WHERE id = ${id} AND stored_at IS NOT NULL AND destroyed_at IS NULL FOR UPDATE`,
    )) !== null
  )
}

/**
 * Every address that may hold a file: one being stored, one kept, or one destroyed but not yet removed. `isKept`: the
 * file has to exist.
 */
export function listEveryFileAddress(
  q: Queryable,
): AsyncGenerator<{ id: string; address: FileAddress; isKept: boolean }> {
  return readDocuments(
    q,
    sql`${addressOf} AS address, stored_at IS NOT NULL AND destroyed_at IS NULL AS is_kept`,
    sql`erased_at IS NULL`,
  )
}

/** Documents in the order of their ids. */
function readDocuments<Row extends { id: string }>(
  q: Queryable,
  columns: Sql,
  which: Sql,
): AsyncGenerator<Row> {
  return readInPages<Row>(
    (after, limit) =>
      q.rows<Row>(sql`
        SELECT id, ${columns} FROM documents WHERE id > ${after?.id ?? nilId}::uuid AND ${which} ORDER BY id LIMIT ${limit}`),
    pageRows,
  )
}

const nilId = '00000000-0000-0000-0000-000000000000'
