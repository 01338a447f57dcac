import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

/** Makes other requests for a code of the same mailbox wait until this transaction ends. */
export async function lockMailbox(tx: Transaction, email: string): Promise<void> {
  await tx.row(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mailbox code ${email}`}, 0))`)
}

/** Keeps a new code for a mailbox in place of the one before. Addresses are in lower case. */
export async function replaceMailboxCode(
  tx: Transaction,
  code: { id: string; email: string; codeMac: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO mailbox_codes (email, id, code_mac, created_at, expires_at)
    VALUES (${code.email}, ${code.id}, ${code.codeMac}, ${code.createdAt}, ${code.expiresAt})
    ON CONFLICT (email) DO UPDATE SET id = excluded.id, code_mac = excluded.code_mac, tries = 0,
      created_at = excluded.created_at, expires_at = excluded.expires_at`)
}

/** Where a code goes; null when it was used, replaced or has ended. */
export async function findMailboxOfCode(q: Queryable, id: string, now: Date): Promise<string | null> {
  const row = await q.row<{ email: string }>(
    sql`SELECT email FROM mailbox_codes WHERE id = ${id} AND expires_at > ${now}`,
  )
  return row?.email ?? null
}

/** The code of a mailbox that has not ended, locked; null when there is none. */
export function lockMailboxCode(
  tx: Transaction,
  email: string,
  now: Date,
): Promise<{ id: string; codeMac: string; tries: number; expiresAt: Date } | null> {
  return tx.row(sql`
    SELECT id, code_mac AS "codeMac", tries, expires_at AS "expiresAt" FROM mailbox_codes
    WHERE email = ${email} AND expires_at > ${now} FOR UPDATE`)
}

/** Has a code that is mailed once more be good for longer. */
export async function prolongMailboxCode(tx: Transaction, id: string, expiresAt: Date): Promise<void> {
  await tx.run(sql`UPDATE mailbox_codes SET expires_at = ${expiresAt} WHERE id = ${id}`)
}

/** Counts a try at a code, which must be locked. */
export async function countMailboxTry(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`UPDATE mailbox_codes SET tries = tries + 1 WHERE id = ${id}`)
}

/** Ends a code that was right. */
export async function endMailboxCode(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`DELETE FROM mailbox_codes WHERE id = ${id}`)
}

export async function insertMailboxPass(
  tx: Transaction,
  pass: { tokenSha256: string; email: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO mailbox_passes (token_sha256, email, created_at, expires_at)
    VALUES (${pass.tokenSha256}, ${pass.email}, ${pass.createdAt}, ${pass.expiresAt})`)
}

/** The proven address of a token that has not ended; null for any other. */
export async function findMailboxOfToken(
  q: Queryable,
  tokenSha256: string,
  now: Date,
): Promise<string | null> {
  const row = await q.row<{ email: string }>(
    sql`SELECT email FROM mailbox_passes WHERE token_sha256 = ${tokenSha256} AND expires_at > ${now}`,
  )
  return row?.email ?? null
}

/** Ends whatever opens what is held about an address. */
export async function endMailbox(tx: Transaction, email: string): Promise<void> {
  await tx.run(sql`DELETE FROM mailbox_codes WHERE email = ${email}`)
  await tx.run(sql`DELETE FROM mailbox_passes WHERE email = ${email}`)
}

/** Forgets at most `limit` codes that ended before an instant. Answers how many. */
export function deleteMailboxCodesEndedBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM mailbox_codes WHERE email = ANY(ARRAY(
      SELECT email FROM mailbox_codes WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))
      AND expires_at < ${instant}`)
}

/** The same for tokens. */
export function deleteMailboxPassesEndedBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM mailbox_passes WHERE token_sha256 = ANY(ARRAY(
      SELECT token_sha256 FROM mailbox_passes WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))`)
}
