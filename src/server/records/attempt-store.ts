import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

/** Notes where files are about to be written. */
export async function insertAttempt(
  q: Queryable,
  path: string,
  verificationId: string,
  at: Date,
): Promise<void> {
  await q.run(sql`
    INSERT INTO seal_attempts (path, verification_id, started_at) VALUES (${path}, ${verificationId}, ${at})`)
}

/** Forgets an attempt. False when somebody else did, who removes its files. */
export async function deleteAttempt(q: Queryable, path: string): Promise<boolean> {
  return (await q.run(sql`DELETE FROM seal_attempts WHERE path = ${path}`)) === 1
}

/** Makes everybody else who wants this attempt wait for the end of the transaction. False when it is gone. */
export async function lockAttempt(tx: Transaction, path: string): Promise<boolean> {
  const row = await tx.row(sql`SELECT path FROM seal_attempts WHERE path = ${path} FOR UPDATE`)
  return row !== null
}

export async function doesAttemptExist(q: Queryable, path: string): Promise<boolean> {
  return (await q.row(sql`SELECT path FROM seal_attempts WHERE path = ${path}`)) !== null
}

/** Where files may lie that no sealed document names. */
export async function listAttempts(q: Queryable, verificationId: string): Promise<string[]> {
  const rows = await q.rows<{ path: string }>(
    sql`SELECT path FROM seal_attempts WHERE verification_id = ${verificationId}`,
  )
  return rows.map(({ path }) => path)
}

/** The same of every verification. */
export async function listAllAttempts(q: Queryable): Promise<string[]> {
  return (await q.rows<{ path: string }>(sql`SELECT path FROM seal_attempts`)).map(({ path }) => path)
}
