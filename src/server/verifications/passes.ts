import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { recordLinkLifeDays } from '../../domain/record/limits.ts'
import type { EmailProof } from '../../domain/verification/verification.ts'
import type { LinkSet } from '../documents/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { findBearer } from '../http/client.ts'
import { dayMs } from '../platform/clock/index.ts'
import { join, type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import type { Platform } from '../platform/platform.ts'

const minuteMs = 60 * 1000

/** A table of passes. The column `of` contains what a pass opens. */
export type PassTable = { table: Sql; of: Sql }

type Opened = Record<string, string | null>

/** Passes for one purpose: their columns and their life. */
type Passes<Opens extends Opened> = PassTable & {
  columns: { [Field in keyof Opens]: Sql }
  lifeMs(opens: Opens): number
}

/** Passes that open a pending verification for its proven third party, with one set (sets.ts). */
export const gatePasses: Passes<LinkSet & { emailProof: EmailProof }> = {
  table: sql`gate_passes`,
  of: sql`verification_id`,
  columns: {
    verificationId: sql`verification_id`,
    emailProof: sql`email_proof`,
    setSha256: sql`set_sha256`,
  },
  lifeMs: () => 60 * minuteMs,
}

/** Passes that open a record for its third party: the `link` in a mail, or the result of entering a mailed `code`. */
export const recordPasses: Passes<{ verificationId: string; kind: 'link' | 'code' }> = {
  table: sql`record_passes`,
  of: sql`verification_id`,
  columns: { verificationId: sql`verification_id`, kind: sql`kind` },
  lifeMs: ({ kind }) => (kind === 'link' ? recordLinkLifeDays * dayMs : 60 * minuteMs),
}

/** Passes that open the data about a proven address. */
export const mailboxPasses: Passes<{ email: string }> = {
  table: sql`mailbox_passes`,
  of: sql`email`,
  columns: { email: sql`email` },
  lifeMs: () => 30 * minuteMs,
}

/** Makes a token that opens one subject: 256 random bits, as 43 characters of base64url. Only its hash is stored. */
export async function issuePass<Opens extends Opened>(
  { clock }: Pick<Platform, 'clock'>,
  q: Queryable,
  { table, columns, lifeMs }: Passes<Opens>,
  opens: Opens,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + lifeMs(opens))
  const fields = Object.keys(columns)
  await q.run(sql`
    INSERT INTO ${table} (token_sha256, created_at, expires_at, ${join(fields.map((field) => columns[field] as Sql))})
    VALUES (${hashHex(token)}, ${createdAt}, ${expiresAt}, ${join(fields.map((field) => opens[field]))})`)
  return { token, expiresAt }
}

/** What a request's pass opens, with its hash. */
export type Pass<Opens> = Opens & { tokenSha256: string; createdAt: Date }

/** The token of a request, if it has the form of a pass. Access tokens have a different form. */
function findPassToken(c: Context<AppEnv>): string | null {
  const token = findBearer(c)
  return token && /^[\w-]{43}$/.test(token) ? token : null
}

/** The pass of a request; null when there is none or it has expired. */
export async function recognisePass<Opens extends Opened>(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  { table, columns }: Passes<Opens>,
  c: Context<AppEnv>,
): Promise<Pass<Opens> | null> {
  const token = findPassToken(c)
  if (!token) return null
  return database.row<Pass<Opens>>(sql`
    SELECT token_sha256, created_at, ${join(Object.values(columns))} FROM ${table}
    WHERE token_sha256 = ${hashHex(token)} AND expires_at > ${clock.now()}`)
}

/** Records that the pass was used for the answer that completed its request. */
export async function noteSubmission(tx: Transaction, tokenSha256: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE ${gatePasses.table} SET submitted_at = ${at} WHERE token_sha256 = ${tokenSha256}`)
}

/**
 * The pass of a request, if it was used for the answer that completed this verification and hasn't expired; null
 * otherwise.
 */
export async function findSubmissionPass(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  c: Context<AppEnv>,
  verificationId: string,
): Promise<{ expiresAt: Date } | null> {
  const token = findPassToken(c)
  if (!token) return null
  return database.row(sql`
    SELECT expires_at FROM ${gatePasses.table}
    WHERE token_sha256 = ${hashHex(token)} AND verification_id = ${verificationId}
      AND submitted_at IS NOT NULL AND expires_at > ${clock.now()}`)
}

export async function endPass(tx: Transaction, tokenSha256: string): Promise<void> {
  await tx.run(sql`DELETE FROM ${gatePasses.table} WHERE token_sha256 = ${tokenSha256}`)
}

/** Ends every pass to the gate of a verification that a mailed code gave. */
export async function endProvenPasses(tx: Transaction, verificationId: string): Promise<void> {
  await tx.run(
    sql`DELETE FROM ${gatePasses.table} WHERE verification_id = ${verificationId} AND email_proof = 'code'`,
  )
}

/**
 * Whether a pass to the gate still exists, because a corrected address deletes it. Call this after locking the
 * verification.
 */
export async function isPassValid(tx: Transaction, tokenSha256: string): Promise<boolean> {
  return (await tx.row(sql`SELECT 1 FROM ${gatePasses.table} WHERE token_sha256 = ${tokenSha256}`)) !== null
}
