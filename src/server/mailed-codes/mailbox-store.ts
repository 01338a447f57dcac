import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

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

/** Spends a try on the code of a mailbox, in one statement; the right digits end it. `none` when there is no code that still takes tries. */
export async function spendMailboxTry(
  tx: Transaction,
  email: string,
  codeMac: string,
  { now, maxTries }: { now: Date; maxTries: number },
): Promise<'right' | 'wrong' | 'none'> {
  const row = await tx.row<{ right: boolean }>(sql`
    UPDATE mailbox_codes SET tries = tries + 1 WHERE email = ${email} AND tries < ${maxTries} AND expires_at > ${now}
    RETURNING code_mac = ${codeMac} AS right`)
  if (!row?.right) return row ? 'wrong' : 'none'
  await tx.run(sql`DELETE FROM mailbox_codes WHERE email = ${email} AND code_mac = ${codeMac}`)
  return 'right'
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
