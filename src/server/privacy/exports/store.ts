import { fillAddress } from '../../../contract/address.ts'
import type { DataExport } from '../../../contract/privacy.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../../platform/database/index.ts'
import type { Signing } from '../../platform/keys/index.ts'

export type ExportRow = Pick<DataExport, 'id' | 'state' | 'filesDone' | 'filesTotal' | 'byteCount'> & {
  userId: string
  parts: number
  requestedAt: Date
  endedAt: Date | null
  expiresAt: Date | null
}

const columns = sql`id, user_id, state, requested_at, files_done, files_total, parts, byte_count, ended_at,
  expires_at`

/** Adds a waiting export; null if one is already in progress, including one of a concurrent request. */
export function addExport(tx: Transaction, userId: string, at: Date): Promise<ExportRow | null> {
  return tx.row<ExportRow>(sql`
    INSERT INTO data_exports (user_id, requested_at) VALUES (${userId}, ${at})
    ON CONFLICT (user_id) WHERE state IN ('queued', 'making') DO NOTHING RETURNING ${columns}`)
}

export function findNewestExport(q: Queryable, userId: string): Promise<ExportRow | null> {
  return q.row<ExportRow>(sql`
    SELECT ${columns} FROM data_exports WHERE user_id = ${userId} ORDER BY requested_at DESC, id LIMIT 1`)
}

export function findExport(q: Queryable, id: string): Promise<ExportRow | null> {
  return q.row<ExportRow>(sql`SELECT ${columns} FROM data_exports WHERE id = ${id}`)
}

export function listExports(q: Queryable, userId: string): Promise<ExportRow[]> {
  return q.rows<ExportRow>(
    sql`SELECT ${columns} FROM data_exports WHERE user_id = ${userId} ORDER BY requested_at`,
  )
}

/** Every export that may have files, with the number of its parts. */
export function countPartsOfAll(q: Queryable): Promise<{ id: string; parts: number }[]> {
  return q.rows<{ id: string; parts: number }>(sql`SELECT id, parts FROM data_exports WHERE parts > 0`)
}

/**
 * Starts an export, or restarts one that was interrupted; null if it is no longer wanted. `parts` is the number written
 * by the interrupted run.
 */
export function beginExport(q: Queryable, id: string): Promise<ExportRow | null> {
  return q.row<ExportRow>(sql`
    UPDATE data_exports SET state = 'making', files_done = 0 WHERE id = ${id} AND state IN ('queued', 'making')
    RETURNING ${columns}`)
}

/** Stores the number of files, and how many are done. */
export async function noteProgress(q: Queryable, id: string, done: number, total: number): Promise<void> {
  await q.run(sql`UPDATE data_exports SET files_done = ${done}, files_total = ${total} WHERE id = ${id}`)
}

/** Stores the number of parts that may exist. False if the export is no longer wanted. */
export async function noteParts(q: Queryable, id: string, parts: number): Promise<boolean> {
  return (
    (await q.run(sql`
      UPDATE data_exports SET parts = greatest(parts, ${parts}) WHERE id = ${id} AND state = 'making'`)) === 1
  )
}

/** Locks an export against being given up until the transaction ends. False if it is no longer wanted. */
export async function lockMaking(tx: Transaction, id: string): Promise<boolean> {
  return (
    (await tx.row(sql`SELECT id FROM data_exports WHERE id = ${id} AND state = 'making' FOR UPDATE`)) !== null
  )
}

export async function endExport(
  tx: Transaction,
  id: string,
  ended: { parts: number; byteCount: number; at: Date; expiresAt: Date },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      UPDATE data_exports SET state = 'ready', parts = ${ended.parts}, byte_count = ${ended.byteCount},
        files_done = files_total, ended_at = ${ended.at}, expires_at = ${ended.expiresAt}
      WHERE id = ${id} AND state = 'making'`)) === 1
  )
}

export async function failExport(q: Queryable, id: string, at: Date): Promise<void> {
  await q.run(sql`
    UPDATE data_exports SET state = 'failed', ended_at = ${at} WHERE id = ${id} AND state IN ('queued', 'making')`)
}

/** Ends every export of a person's data, so that none can be downloaded. */
export async function abandonExports(tx: Transaction, userId: string, at: Date): Promise<void> {
  await tx.run(sql`
    UPDATE data_exports SET state = 'failed', ended_at = coalesce(ended_at, ${at}), expires_at = NULL
    WHERE user_id = ${userId}`)
}

/**
 * At most `limit` exports to destroy: they expired, failed more than a day ago, or were replaced by a newer one. Those
 * that couldn't be destroyed in this run aren't listed.
 */
export function listExportsToDestroy(
  q: Queryable,
  now: Date,
  limit: number,
  failed: readonly string[],
): Promise<ExportRow[]> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000)
  return q.rows<ExportRow>(sql`
    SELECT ${columns} FROM data_exports e
    WHERE state IN ('ready', 'failed') AND (expires_at <= ${now} OR (state = 'failed' AND ended_at <= ${dayAgo})
      OR EXISTS (SELECT FROM data_exports n WHERE n.user_id = e.user_id AND n.requested_at > e.requested_at))
      AND id <> ALL(${failed}::uuid[])
    ORDER BY requested_at LIMIT ${limit}`)
}

export async function deleteExport(q: Queryable, id: string): Promise<void> {
  await q.run(sql`DELETE FROM data_exports WHERE id = ${id}`)
}

/** The key of the job that makes an export. */
export function nameExportKey(id: string): string {
  return `make-data-export ${id}`
}

/** Exports requested before an instant that aren't made yet. */
export function selectWaiting(before: Date): Sql {
  return sql`SELECT id, requested_at AS since FROM data_exports
    WHERE state IN ('queued', 'making') AND requested_at < ${before}`
}

/** Separates these MACs from every other use of the key. */
const purpose = 'export-url'

function writeTextToSign(id: string, expires: string): string {
  return `${id}\n${expires}`
}

/** The URL, without a host, that opens an export until it expires. Null if it isn't ready. */
export function findExportUrl(
  signing: Signing,
  { id, expiresAt }: Pick<ExportRow, 'id' | 'expiresAt'>,
): string | null {
  if (!expiresAt) return null
  const expires = String(Math.floor(expiresAt.getTime() / 1000))
  const path = fillAddress('GET /api/data-exports/:id/file', { id })
  return `${path}?Expires=${expires}&Signature=${signing.computeMac(purpose, writeTextToSign(id, expires))}`
}

/** Whether this service signed exactly this export with exactly this expiry, expired or not. */
export function isExportUrl(signing: Signing, id: string, expires: string, signature: string): boolean {
  return signing.verifyMac(purpose, writeTextToSign(id, expires), signature)
}
