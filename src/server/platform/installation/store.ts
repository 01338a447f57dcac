import { type Queryable, sql, type Transaction } from '../database/index.ts'
import type { SigningMarks } from '../signing/index.ts'

/** `publicUrl` and `signing` are null until a process has served that knows of them. */
export type InstallationRow = {
  id: string
  markedAt: Date | null
  publicUrl: string | null
  signing: SigningMarks | null
}

/** Null until the first process has matched this database with its store. */
export function findRow(q: Queryable): Promise<InstallationRow | null> {
  return q.row<InstallationRow>(
    sql`SELECT id, marked_at AS "markedAt", public_url AS "publicUrl", signing FROM installation`,
  )
}

/** Makes the row if there is none. */
export async function ensureRow(q: Queryable): Promise<void> {
  await q.run(sql`INSERT INTO installation DEFAULT VALUES ON CONFLICT DO NOTHING`)
}

/** The row. Whoever else asks for it waits until the transaction ends. */
export async function lockRow(tx: Transaction): Promise<InstallationRow> {
  const row = await tx.row<InstallationRow>(
    sql`SELECT id, marked_at AS "markedAt", public_url AS "publicUrl", signing FROM installation FOR UPDATE`,
  )
  if (!row) throw new Error('the row of the installation is gone')
  return row
}

export async function noteMarked(tx: Transaction, now: Date): Promise<void> {
  await tx.run(sql`UPDATE installation SET marked_at = ${now}`)
}

export async function notePublicUrl(tx: Transaction, publicUrl: string): Promise<void> {
  await tx.run(sql`UPDATE installation SET public_url = ${publicUrl}`)
}

export async function noteSigning(tx: Transaction, signing: SigningMarks): Promise<void> {
  await tx.run(sql`UPDATE installation SET signing = ${JSON.stringify(signing)}`)
}
