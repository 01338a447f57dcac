import type { VerificationKind } from '../../domain/verification/kind.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

export type DraftRow = {
  version: string
  /** What was typed, sealed (draft-content.ts). */
  content: Buffer
  selfieDocumentId: string | null
  idDocumentId: string | null
  savedAt: Date
}

export type DraftOwner = { userId: string; kind: VerificationKind }

const columns = sql`version, content, selfie_document_id AS "selfieDocumentId", id_document_id AS "idDocumentId",
  saved_at AS "savedAt"`

export function findDraft(q: Queryable, { userId, kind }: DraftOwner): Promise<DraftRow | null> {
  return q.row<DraftRow>(sql`SELECT ${columns} FROM drafts WHERE user_id = ${userId} AND kind = ${kind}`)
}

/** The same, and makes whoever saves, ends or uses it wait for the end of the transaction, also where there is none yet. */
export async function lockDraft(tx: Transaction, { userId, kind }: DraftOwner): Promise<DraftRow | null> {
  await tx.row(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`draft ${kind} ${userId}`}, 0))`)
  return tx.row<DraftRow>(
    sql`SELECT ${columns} FROM drafts WHERE user_id = ${userId} AND kind = ${kind} FOR UPDATE`,
  )
}

/** Keeps a draft in the place of the one before. */
export async function writeDraft(
  tx: Transaction,
  { userId, kind }: DraftOwner,
  draft: DraftRow,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO drafts (user_id, kind, version, content, selfie_document_id, id_document_id, saved_at)
    VALUES (${userId}, ${kind}, ${draft.version}, ${draft.content}, ${draft.selfieDocumentId}, ${draft.idDocumentId},
      ${draft.savedAt})
    ON CONFLICT (user_id, kind) DO UPDATE SET version = excluded.version, content = excluded.content,
      selfie_document_id = excluded.selfie_document_id, id_document_id = excluded.id_document_id,
      saved_at = excluded.saved_at`)
}

export async function deleteDraft(tx: Transaction, { userId, kind }: DraftOwner): Promise<void> {
  await tx.run(sql`DELETE FROM drafts WHERE user_id = ${userId} AND kind = ${kind}`)
}

/** Deletes at most `limit` drafts that were saved last before an instant; answers whose they were, with their files. */
export function deleteDraftsBefore(
  tx: Transaction,
  before: Date,
  limit: number,
): Promise<(Pick<DraftRow, 'selfieDocumentId' | 'idDocumentId'> & { userId: string })[]> {
  return tx.rows(sql`
    DELETE FROM drafts WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM drafts WHERE saved_at < ${before} ORDER BY saved_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING user_id AS "userId", selfie_document_id AS "selfieDocumentId", id_document_id AS "idDocumentId"`)
}

/** Deletes an account's drafts, whatever they are. */
export async function deleteDraftsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`DELETE FROM drafts WHERE user_id = ${userId}`)
}
