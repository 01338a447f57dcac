import { type Queryable, runInBatches, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { gatePasses, mailboxPasses, type PassTable, recordPasses } from './passes.ts'

/** A table with one code for each subject, which is in its column `of`. */
export type CodeTable = { table: Sql; of: Sql; isUnused: Sql }

export const verificationCodes: CodeTable = {
  table: sql`gate_codes`,
  of: sql`verification_id`,
  // Set by version 0.2.0. Since then, a right code is deleted.
  isUnused: sql`used_at IS NULL`,
}
export const mailboxCodes: CodeTable = { table: sql`mailbox_codes`, of: sql`email`, isUnused: sql`true` }

export type StoredCode = { id: string; codeMac: string; tries: number; expiresAt: Date }

/** The unused, unexpired code of a subject, locked; null if there is none. */
export function lockCode(
  tx: Transaction,
  { table, of, isUnused }: CodeTable,
  subject: string,
  now: Date,
): Promise<StoredCode | null> {
  return tx.row(sql`
    SELECT id, code_mac, tries, expires_at FROM ${table}
    WHERE ${of} = ${subject} AND ${isUnused} AND expires_at > ${now} FOR UPDATE`)
}

/** Stores a new code and replaces the earlier one. */
export async function replaceCode(
  tx: Transaction,
  store: CodeTable,
  code: { id: string; subject: string; codeMac: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await endCode(tx, store, code.subject)
  await tx.run(sql`
    INSERT INTO ${store.table} (${store.of}, id, code_mac, created_at, expires_at)
    VALUES (${code.subject}, ${code.id}, ${code.codeMac}, ${code.createdAt}, ${code.expiresAt})`)
}

/** Extends the life of a code that is mailed again. */
export async function prolongCode(
  tx: Transaction,
  { table }: CodeTable,
  id: string,
  expiresAt: Date,
): Promise<void> {
  await tx.run(sql`UPDATE ${table} SET expires_at = ${expiresAt} WHERE id = ${id}`)
}

/** The subject of a code; null when the code was used or replaced, or has expired. */
export async function findSubject(
  q: Queryable,
  { table, of, isUnused }: CodeTable,
  id: string,
  now: Date,
): Promise<string | null> {
  const row = await q.row<{ subject: string }>(sql`
    SELECT ${of} AS subject FROM ${table} WHERE id = ${id} AND ${isUnused} AND expires_at > ${now}`)
  return row?.subject ?? null
}

/**
 * Spends one try on a code in one statement, so that only one of any number of simultaneous right tries is `right`,
 * which deletes the code. Returns `none` when the code accepts no more tries.
 */
export async function spendTry(
  tx: Transaction,
  { table }: CodeTable,
  { id, codeMac, maxTries }: { id: string; codeMac: string; maxTries: number },
): Promise<'right' | 'wrong' | 'none'> {
  const row = await tx.row<{ right: boolean }>(sql`
    UPDATE ${table} SET tries = tries + 1 WHERE id = ${id} AND tries < ${maxTries} RETURNING code_mac = ${codeMac} AS right`)
  if (!row) return 'none'
  if (!row.right) return 'wrong'
  await tx.run(sql`DELETE FROM ${table} WHERE id = ${id}`)
  return 'right'
}

async function endCode(tx: Transaction, { table, of }: CodeTable, subject: string): Promise<void> {
  await tx.run(sql`DELETE FROM ${table} WHERE ${of} = ${subject}`)
}

/**
 * Deletes everything that opens a verification or the data about an address: the passes, the places of sets (sets.ts),
 * and the mailed code.
 */
export async function endAccess(tx: Transaction, passes: PassTable, subject: string): Promise<void> {
  await tx.run(sql`DELETE FROM ${passes.table} WHERE ${passes.of} = ${subject}`)
  if (passes === gatePasses)
    await tx.run(sql`DELETE FROM third_party_sets WHERE verification_id = ${subject}`)
  await endCode(tx, passes === mailboxPasses ? mailboxCodes : verificationCodes, subject)
}

/** Deletes expired passes and codes, which no longer open anything. */
export const forgetPassesJob = defineJob(
  'forget-gate-passes',
  noPayload,
  async ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const now = clock.now()
    for (const { table } of [gatePasses, recordPasses, mailboxPasses])
      await runInBatches((limit) => deleteEnded(database, table, sql`token_sha256`, now, limit))
    for (const { table, of } of [verificationCodes, mailboxCodes])
      await runInBatches((limit) => deleteEnded(database, table, of, now, limit))
  },
)

/** Deletes at most `limit` rows that expired before a given time. Returns how many. */
function deleteEnded(q: Queryable, table: Sql, key: Sql, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM ${table} WHERE ${key} = ANY(ARRAY(
      SELECT ${key} FROM ${table} WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))
      AND expires_at < ${instant}`)
}
