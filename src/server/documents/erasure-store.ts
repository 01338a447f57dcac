import type { PersonalDocument } from '../../contract/personal-data.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import { type DocumentOwner, type DocumentRow, isOf } from './store.ts'

/** A file of a person's own, with where it lies. */
export type OwnFile = Omit<PersonalDocument, 'file'> &
  Pick<DocumentRow, 'id' | 'bucket' | 'path' | 'contentType' | 'withheldAt'> & { storedAt: Date | null }

/** Everything that somebody uploaded, whatever became of it, oldest first. */
export function listFiles(q: Queryable, owner: DocumentOwner): Promise<OwnFile[]> {
  return q.rows<OwnFile>(sql`
    SELECT d.id, d.bucket, d.path, d.content_type AS "contentType", d.category, d.created_at AS "uploadedAt",
      d.stored_at AS "storedAt", d.attached_at AS "usedAt", d.destroyed_at AS "destroyedAt", d.withheld_at AS "withheldAt",
      d.stored_sha256 AS "sha256"
    FROM documents d WHERE ${isOf(owner)} ORDER BY d.created_at, d.category, d.id`)
}

/** What names a document: a verification that its creator, or its third party, gave it for. */
const isNamed = sql`EXISTS (SELECT FROM verifications v WHERE d.id IN (v.selfie_document_id, v.id_document_id))`

export type GivenUp = { id: string; verificationId: string | null }

/** For which verification its creator gave a document. */
const verificationOf = sql`(SELECT v.id FROM verifications v WHERE d.id IN (v.selfie_document_id, v.id_document_id))`

const givenUp = sql`destroyed_at`
const withheld = sql`withheld_at`

/** Marks some documents, called `d`, that are there in their own time, not for a legal hold alone; answers those. */
function mark(
  tx: Transaction,
  as: Sql,
  { at, which, verificationId }: { at: Date; which: Sql; verificationId: Sql },
): Promise<GivenUp[]> {
  return tx.rows(sql`
    UPDATE documents AS d SET ${as} = ${at} WHERE d.destroyed_at IS NULL AND d.withheld_at IS NULL AND ${which}
    RETURNING d.id, ${verificationId} AS "verificationId"`)
}

/** Gives up at most `limit` files of a creator's own, but not what a legal hold keeps; answers what, and for which verification. */
export function giveUpOwnFiles(tx: Transaction, userId: string, at: Date, limit: number): Promise<GivenUp[]> {
  const which = sql`d.id = ANY(ARRAY(
    SELECT id FROM documents WHERE user_id = ${userId} AND destroyed_at IS NULL AND withheld_at IS NULL
    ORDER BY id LIMIT ${limit}))`
  return mark(tx, givenUp, { at, which, verificationId: verificationOf })
}

/** What its creator gave for some verifications. */
function matchCreatorsFiles(verificationIds: readonly string[], at: Date) {
  const which = sql`d.id = ANY(ARRAY(
    SELECT unnest(ARRAY[selfie_document_id, id_document_id]) FROM verifications WHERE id = ANY(${verificationIds}::uuid[])))`
  return { at, which, verificationId: verificationOf }
}

/** Marks a creator's own files, of records that are held, as there for that alone; answers those that were not so before. */
export function withholdCreatorsFiles(
  tx: Transaction,
  verificationIds: readonly string[],
  at: Date,
): Promise<GivenUp[]> {
  return mark(tx, withheld, matchCreatorsFiles(verificationIds, at))
}

/** Gives up what the creator gave for some verifications, but not what a legal hold keeps. */
export function giveUpCreatorsFiles(
  tx: Transaction,
  verificationIds: readonly string[],
  at: Date,
): Promise<GivenUp[]> {
  return mark(tx, givenUp, matchCreatorsFiles(verificationIds, at))
}

/** What was given as the third party of some verifications. */
function matchThirdPartysFiles(verificationIds: readonly string[], at: Date) {
  const which = sql`d.verification_id = ANY(${verificationIds}::uuid[])`
  return { at, which, verificationId: sql`d.verification_id` }
}

/** The same for what was given as the third party of some verifications. */
export function withholdThirdPartyFiles(
  tx: Transaction,
  verificationIds: readonly string[],
  at: Date,
): Promise<GivenUp[]> {
  return mark(tx, withheld, matchThirdPartysFiles(verificationIds, at))
}

/** Gives up what was given as the third party of some verifications, but not what a legal hold keeps. */
export function giveUpThirdPartyFiles(
  tx: Transaction,
  verificationIds: readonly string[],
  at: Date,
): Promise<GivenUp[]> {
  return mark(tx, givenUp, matchThirdPartysFiles(verificationIds, at))
}

/** Given-up documents of a creator that no record names and whose file may still be there. */
export function listUnnamedFiles(
  q: Queryable,
  userId: string,
): Promise<Pick<DocumentRow, 'id' | 'bucket' | 'path'>[]> {
  return q.rows(sql`
    SELECT d.id, d.bucket, d.path FROM documents d
    WHERE d.user_id = ${userId} AND d.destroyed_at IS NOT NULL AND NOT ${isNamed}`)
}

/** Forgets a document whose file was removed. */
export async function deleteDocument(q: Queryable, id: string): Promise<void> {
  await q.run(sql`DELETE FROM documents WHERE id = ${id} AND destroyed_at IS NOT NULL`)
}
