import type { DocumentCategory } from '../../domain/document.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import { type DocumentOwner, deleteUnattached, isOf, isReplaceable } from './store.ts'

/** Marks as given up what still is there of some documents, called `d`; answers their ids. */
async function giveUpWhere(tx: Transaction, at: Date, which: Sql): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    UPDATE documents AS d SET destroyed_at = ${at} WHERE d.destroyed_at IS NULL AND ${which} RETURNING d.id`)
  return rows.map(({ id }) => id)
}

/** The documents of a verification, the creator's and the third party's. */
function areOf(verificationId: string): Sql {
  // Two ways to find them, each by its index: joined by OR they would be looked for in the whole table.
  return sql`d.id = ANY(ARRAY(
    SELECT id FROM documents WHERE verification_id = ${verificationId}
    UNION ALL
    SELECT unnest(ARRAY[selfie_document_id, id_document_id]) FROM verifications WHERE id = ${verificationId}))`
}

/** Every document of a verification. */
export function giveUpAllOf(tx: Transaction, verificationId: string, at: Date): Promise<string[]> {
  return giveUpWhere(tx, at, areOf(verificationId))
}

/** Those that were there for a legal hold alone. */
export function giveUpWithheldOf(tx: Transaction, verificationId: string, at: Date): Promise<string[]> {
  return giveUpWhere(tx, at, sql`d.withheld_at IS NOT NULL AND ${areOf(verificationId)}`)
}

/** Marks every document of a verification as there for a legal hold alone; answers how many were not so before. */
export function withholdAllOf(tx: Transaction, verificationId: string, at: Date): Promise<number> {
  return tx.run(sql`
    UPDATE documents AS d SET withheld_at = ${at}
    WHERE d.destroyed_at IS NULL AND d.withheld_at IS NULL AND ${areOf(verificationId)}`)
}

/** Documents that the third party uploaded and did not submit. */
export function giveUpUnsubmitted(tx: Transaction, verificationId: string, at: Date): Promise<string[]> {
  return giveUpWhere(tx, at, sql`d.verification_id = ${verificationId} AND d.attached_at IS NULL`)
}

/** Documents of an owner that nothing relies on. */
export function giveUpUnused(tx: Transaction, owner: DocumentOwner, at: Date): Promise<string[]> {
  return giveUpWhere(
    tx,
    at,
    sql`${isOf(owner, sql`d`)} AND d.attached_at IS NULL AND d.stored_at IS NOT NULL`,
  )
}

/** An unused document of an owner and category, if there is one. */
export function giveUpReplaced(
  tx: Transaction,
  { id, owner, category }: { id: string; owner: DocumentOwner; category: DocumentCategory },
  at: Date,
): Promise<string[]> {
  return giveUpWhere(tx, at, sql`d.id = ${id} AND ${isOf(owner, sql`d`)} AND ${isReplaceable(category)}`)
}

/** Unused documents of an account, by id. */
export function giveUpOwn(tx: Transaction, userId: string, ids: string[], at: Date): Promise<string[]> {
  return giveUpWhere(
    tx,
    at,
    sql`d.id = ANY(${ids}::uuid[]) AND d.user_id = ${userId} AND d.attached_at IS NULL`,
  )
}

/**
 * An unused document of a link with those of its category from before it, which would come to light again without it.
 */
export function giveUpUpload(
  tx: Transaction,
  { id, verificationId }: { id: string; verificationId: string },
  at: Date,
): Promise<string[]> {
  return giveUpWhere(
    tx,
    at,
    sql`d.verification_id = ${verificationId} AND d.attached_at IS NULL AND EXISTS (
      SELECT FROM documents r WHERE r.id = ${id} AND r.verification_id = ${verificationId} AND r.destroyed_at IS NULL
        AND r.category = d.category AND (d.created_at, d.id) <= (r.created_at, r.id))`,
  )
}

/**
 * At most `limit` documents from before `before` that nothing waits for: no verification came to rely on them, no draft
 * has them, and no open link, which has the newest of each category.
 */
export function giveUpForgotten(tx: Transaction, before: Date, at: Date, limit: number): Promise<string[]> {
  const forgotten = sql`SELECT w.id FROM documents w
    WHERE w.attached_at IS NULL AND w.destroyed_at IS NULL AND w.created_at < ${before}
      AND NOT (w.stored_at IS NOT NULL AND w.verification_id IS NOT NULL
        AND EXISTS (SELECT FROM verifications v WHERE v.id = w.verification_id AND v.status = 'pending')
        AND w.id = (SELECT n.id FROM documents n
          WHERE n.verification_id = w.verification_id AND n.category = w.category
            AND n.stored_at IS NOT NULL AND n.destroyed_at IS NULL
          ORDER BY n.created_at DESC, n.id DESC LIMIT 1))
      AND NOT EXISTS (SELECT FROM drafts r WHERE r.selfie_document_id = w.id)
      AND NOT EXISTS (SELECT FROM drafts r WHERE r.id_document_id = w.id)
    ORDER BY w.created_at LIMIT ${limit}`
  return giveUpWhere(tx, at, sql`d.attached_at IS NULL AND d.id = ANY(ARRAY(${forgotten}))`)
}

/** Marks one document that nothing relies on as given up. */
export async function giveUp(q: Queryable, id: string, at: Date): Promise<void> {
  await q.run(sql`UPDATE documents SET destroyed_at = ${at} WHERE id = ${id} AND attached_at IS NULL`)
}

/**
 * Notes that the file of a given-up document is gone: an unreferenced document is deleted, another one keeps its row.
 */
export async function noteErased(q: Queryable, id: string, at: Date): Promise<void> {
  await deleteUnattached(q, id)
  await q.run(sql`UPDATE documents SET erased_at = ${at} WHERE id = ${id} AND destroyed_at IS NOT NULL`)
}

/** Documents that were given up before an instant and whose file is still there. */
export function selectUnerased(before: Date): Sql {
  return sql`SELECT id, destroyed_at AS since FROM documents
    WHERE destroyed_at IS NOT NULL AND erased_at IS NULL AND destroyed_at < ${before}`
}
