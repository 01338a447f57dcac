import type { KeptType } from '../../domain/document/document.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import type { DocumentRow } from './store.ts'

/** A document that was stored as a PDF, before PDFs were drawn when they came. */
export type UndrawnDocument = Pick<DocumentRow, 'id' | 'bucket' | 'path'>

const undrawn = sql`content_type = 'application/pdf' AND drawing_fault IS NULL AND destroyed_at IS NULL`

/** At most `limit` of those that await their drawing, the oldest first. */
export function listUndrawnDocuments(q: Queryable, limit: number): Promise<UndrawnDocument[]> {
  return q.rows<UndrawnDocument>(sql`
    SELECT id, bucket, path FROM documents WHERE ${undrawn} AND stored_at IS NOT NULL
    ORDER BY created_at LIMIT ${limit}`)
}

/** Holds one until the transaction ends; false when it was drawn or given up meanwhile. */
export async function lockUndrawn(tx: Transaction, id: string): Promise<boolean> {
  return (
    (await tx.row(sql`SELECT id FROM documents WHERE id = ${id} AND ${undrawn} FOR NO KEY UPDATE`)) !== null
  )
}

/** Says that a picture took the place of the PDF. */
export async function markDrawn(
  tx: Transaction,
  id: string,
  picture: { type: KeptType; byteCount: number },
): Promise<void> {
  await tx.run(sql`
    UPDATE documents
    SET content_type = ${picture.type}, byte_count = ${picture.byteCount}, submitted_type = 'application/pdf'
    WHERE id = ${id}`)
}

/** Says why the PDF could not be drawn. */
export async function markUndrawable(q: Queryable, id: string, fault: string): Promise<void> {
  await q.run(sql`UPDATE documents SET drawing_fault = ${fault} WHERE id = ${id} AND ${undrawn}`)
}
