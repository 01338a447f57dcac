import { type Queryable, type Sql, sql, type Transaction, workInBatches } from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { gatePasses, mailboxPasses, type PassTable, recordPasses } from './passes.ts'

/** A table of codes: one for each subject, which its column `of` names. */
export type CodeTable = { table: Sql; of: Sql; isUnused: Sql }

export const verificationCodes: CodeTable = {
  table: sql`gate_codes`,
  of: sql`verification_id`,
  // What version 0.2.0 noted. A right code is deleted now.
  isUnused: sql`used_at IS NULL`,
}
export const mailboxCodes: CodeTable = { table: sql`mailbox_codes`, of: sql`email`, isUnused: sql`true` }

export type StoredCode = { id: string; codeMac: string; tries: number; expiresAt: Date }

/** The unused, unexpired code of a subject, locked; null without one. */
export function lockCode(
  tx: Transaction,
  { table, of, isUnused }: CodeTable,
  subject: string,
  now: Date,
): Promise<StoredCode | null> {
  return tx.row(sql`
    SELECT id, code_mac AS "codeMac", tries, expires_at AS "expiresAt" FROM ${table}
    WHERE ${of} = ${subject} AND ${isUnused} AND expires_at > ${now} FOR UPDATE`)
}

/** Keeps a new code in place of the one before. */
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

/** Has a code that is mailed once more be good for longer. */
export async function prolongCode(
  tx: Transaction,
  { table }: CodeTable,
  id: string,
  expiresAt: Date,
): Promise<void> {
  await tx.run(sql`UPDATE ${table} SET expires_at = ${expiresAt} WHERE id = ${id}`)
}

/** What a code is for; null when it was used, replaced or has expired. */
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
 * Spends one try on a code, in one statement: of any number of right tries at once only one is `right`, which ends the
 * code. `none` when the code takes no more tries.
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

/** Ends what opens a verification, or what is held about an address: the passes, and the code that was mailed. */
export async function endAccess(tx: Transaction, passes: PassTable, subject: string): Promise<void> {
  await tx.run(sql`DELETE FROM ${passes.table} WHERE ${passes.of} = ${subject}`)
  await endCode(tx, passes === mailboxPasses ? mailboxCodes : verificationCodes, subject)
}

/** Deletes passes and codes that have ended; they open nothing any more. */
export const forgetPassesJob = defineJob(
  'forget-gate-passes',
  noPayload,
  async ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const now = clock.now()
    for (const { table } of [gatePasses, recordPasses, mailboxPasses])
      await workInBatches((limit) => deleteEnded(database, table, sql`token_sha256`, now, limit))
    for (const { table, of } of [verificationCodes, mailboxCodes])
      await workInBatches((limit) => deleteEnded(database, table, of, now, limit))
  },
)

/** Forgets at most `limit` rows that ended before an instant. Answers how many. */
function deleteEnded(q: Queryable, table: Sql, key: Sql, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM ${table} WHERE ${key} = ANY(ARRAY(
      SELECT ${key} FROM ${table} WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))
      AND expires_at < ${instant}`)
}
