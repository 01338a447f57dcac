import { type Queryable, sql, type Transaction } from '../../platform/database/index.ts'
import { countOverdue, hasNoJob, type Overdue } from '../../platform/jobs/index.ts'
import type { ArchivedName } from './store.ts'

/** From then on the newest sealed revision of a document is to be archived, or archived again; what was tried for the last copy is forgotten. */
export async function setArchiveDue(
  tx: Transaction,
  { verificationId, document }: ArchivedName,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO archive_dues (verification_id, document, due_at) VALUES (${verificationId}, ${document}, ${at})
    ON CONFLICT (verification_id, document) DO UPDATE SET due_at = excluded.due_at, enqueued_at = NULL, asked_in_vain = 0`)
}

/**
 * How often those who say whether a certificate was revoked were asked for the copy that is due at an instant, and did not say; null where none
 * is due.
 */
export async function findTriesInVain(
  q: Queryable,
  { verificationId, document }: ArchivedName,
  now: Date,
): Promise<number | null> {
  const due = await q.row<{ askedInVain: number }>(sql`
    SELECT asked_in_vain AS "askedInVain" FROM archive_dues
    WHERE verification_id = ${verificationId} AND document = ${document} AND due_at <= ${now}`)
  return due?.askedInVain ?? null
}

/** Counts a try in which those who say whether a certificate was revoked were asked, and did not say. */
export async function countAskedInVain(
  tx: Transaction,
  { verificationId, document }: ArchivedName,
): Promise<void> {
  await tx.run(sql`
    UPDATE archive_dues SET asked_in_vain = asked_in_vain + 1
    WHERE verification_id = ${verificationId} AND document = ${document}`)
}

/** Notes that what is due of some documents has a job. */
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

/** What is due at an instant and will be archived by no job; `hadJob` where there was one. */
export function listDueWithoutJob(
  q: Queryable,
  at: Date,
  limit: number,
): Promise<(ArchivedName & { hadJob: boolean })[]> {
  return q.rows(sql`
    SELECT verification_id AS "verificationId", document, enqueued_at IS NOT NULL AS "hadJob" FROM archive_dues
    WHERE due_at <= ${at} AND ${hasNoJob(sql`'archive-record ' || document || ' ' || verification_id`)}
    ORDER BY due_at LIMIT ${limit}`)
}

/** Notes whether there is a time authority; since when, if that is new. */
export async function noteTimeAuthority(tx: Transaction, isThere: boolean, now: Date): Promise<void> {
  await tx.run(
    isThere
      ? sql`INSERT INTO archiving (since) VALUES (${now}) ON CONFLICT DO NOTHING`
      : sql`DELETE FROM archiving`,
  )
}

/** What was due, and could have been made, before an instant. */
export function countOverdueArchives(q: Queryable, before: Date): Promise<Overdue> {
  return countOverdue(
    q,
    sql`SELECT greatest(due_at, since) AS due FROM archive_dues, archiving WHERE due_at < ${before} AND since < ${before}`,
  )
}
