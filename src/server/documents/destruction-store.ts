import type { DocumentCategory } from '../../domain/document.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import {
  type DocumentOwner,
  deleteUnattached,
  type Giver,
  isOwnedBy,
  isReplaceable,
  type LinkSet,
  type LinkSets,
} from './store.ts'

/** Marks the selected documents (alias `d`) as destroyed, if they aren't yet; returns their ids. */
async function markDestroyedWhere(tx: Transaction, at: Date, which: Sql): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    UPDATE documents AS d SET destroyed_at = ${at} WHERE d.destroyed_at IS NULL AND ${which} RETURNING d.id`)
  return rows.map(({ id }) => id)
}

/** The documents of a verification, both the creator's and the third party's. */
function belongToVerification(verificationId: string): Sql {
  // Two subqueries, each with its own index: joined by OR they would scan the whole table.
  return sql`d.id = ANY(ARRAY(
    SELECT id FROM documents WHERE verification_id = ${verificationId}
    UNION ALL
    SELECT unnest(ARRAY[selfie_document_id, id_document_id]) FROM verifications WHERE id = ${verificationId}))`
}

export function markAllDestroyed(tx: Transaction, verificationId: string, at: Date): Promise<string[]> {
  return markDestroyedWhere(tx, at, belongToVerification(verificationId))
}

/** The documents of a verification that are kept only for a legal hold. */
export function markWithheldDestroyed(tx: Transaction, verificationId: string, at: Date): Promise<string[]> {
  return markDestroyedWhere(
    tx,
    at,
    sql`d.withheld_at IS NOT NULL AND ${belongToVerification(verificationId)}`,
  )
}

/** Marks every document of a verification as kept only for a legal hold; returns how many are newly marked. */
export function withholdAllOf(tx: Transaction, verificationId: string, at: Date): Promise<number> {
  return tx.run(sql`
    UPDATE documents AS d SET withheld_at = ${at}
    WHERE d.destroyed_at IS NULL AND d.withheld_at IS NULL AND ${belongToVerification(verificationId)}`)
}

/** Documents that were uploaded at a link but not submitted. */
export function markUnsubmittedDestroyed(tx: Transaction, sets: LinkSets, at: Date): Promise<string[]> {
  return markDestroyedWhere(tx, at, sql`${isOwnedBy(sets, sql`d`)} AND d.attached_at IS NULL`)
}

export function markUnusedDestroyed(tx: Transaction, owner: DocumentOwner, at: Date): Promise<string[]> {
  return markDestroyedWhere(
    tx,
    at,
    sql`${isOwnedBy(owner, sql`d`)} AND d.attached_at IS NULL AND d.stored_at IS NOT NULL`,
  )
}

/** An owner's unused document of a category, if there is one. */
export function markReplacedDestroyed(
  tx: Transaction,
  { id, owner, category }: { id: string; owner: Giver; category: DocumentCategory },
  at: Date,
): Promise<string[]> {
  return markDestroyedWhere(
    tx,
    at,
    sql`d.id = ${id} AND ${isOwnedBy(owner, sql`d`)} AND ${isReplaceable(category)}`,
  )
}

export function markOwnDestroyed(
  tx: Transaction,
  userId: string,
  ids: string[],
  at: Date,
): Promise<string[]> {
  return markDestroyedWhere(
    tx,
    at,
    sql`d.id = ANY(${ids}::uuid[]) AND d.user_id = ${userId} AND d.attached_at IS NULL`,
  )
}

/**
 * An unused document in a set of a link and the earlier ones of its category, because the newest remaining one would be
 * used again.
 */
export function markUploadDestroyed(
  tx: Transaction,
  { id, set }: { id: string; set: LinkSet },
  at: Date,
): Promise<string[]> {
  return markDestroyedWhere(
    tx,
    at,
    sql`${isOwnedBy(set, sql`d`)} AND d.attached_at IS NULL AND EXISTS (
      SELECT FROM documents r WHERE r.id = ${id} AND ${isOwnedBy(set, sql`r`)} AND r.destroyed_at IS NULL
        AND r.category = d.category AND (d.created_at, d.id) <= (r.created_at, r.id))`,
  )
}

/**
 * At most `limit` documents created before `before` that nothing needs: no verification or draft uses them, and they
 * aren't the newest of their category in a set of an open link.
 */
export function markForgottenDestroyed(
  tx: Transaction,
  before: Date,
  at: Date,
  limit: number,
): Promise<string[]> {
  const forgotten = sql`SELECT w.id FROM documents w
    WHERE w.attached_at IS NULL AND w.destroyed_at IS NULL AND w.created_at < ${before}
      AND NOT (w.stored_at IS NOT NULL AND w.verification_id IS NOT NULL
        AND EXISTS (SELECT FROM verifications v WHERE v.id = w.verification_id AND v.status = 'pending')
        AND w.id = (SELECT n.id FROM documents n
          WHERE n.verification_id = w.verification_id AND n.set_sha256 IS NOT DISTINCT FROM w.set_sha256
            AND n.category = w.category
            AND n.stored_at IS NOT NULL AND n.destroyed_at IS NULL
          ORDER BY n.created_at DESC, n.id DESC LIMIT 1))
      AND NOT EXISTS (SELECT FROM drafts r WHERE r.selfie_document_id = w.id)
      AND NOT EXISTS (SELECT FROM drafts r WHERE r.id_document_id = w.id)
    ORDER BY w.created_at LIMIT ${limit}`
  return markDestroyedWhere(tx, at, sql`d.attached_at IS NULL AND d.id = ANY(ARRAY(${forgotten}))`)
}

export async function markDestroyed(q: Queryable, id: string, at: Date): Promise<void> {
  await q.run(sql`UPDATE documents SET destroyed_at = ${at} WHERE id = ${id} AND attached_at IS NULL`)
}

/**
 * Records that the file of a destroyed document was removed: deletes the row of an unreferenced document, and keeps the
 * row of any other.
 */
export async function noteErased(q: Queryable, id: string, at: Date): Promise<void> {
  await deleteUnattached(q, id)
  await q.run(sql`UPDATE documents SET erased_at = ${at} WHERE id = ${id} AND destroyed_at IS NOT NULL`)
}

/** Documents destroyed before an instant whose file still exists. */
export function selectUnerased(before: Date): Sql {
  return sql`SELECT id, destroyed_at AS since FROM documents
    WHERE destroyed_at IS NOT NULL AND erased_at IS NULL AND destroyed_at < ${before}`
}
