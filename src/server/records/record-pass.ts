import { createHash, randomBytes } from 'node:crypto'
import { recordLinkLifeDays } from '../../domain/record/limits.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'

/** `link` is what a mail carries; `code` is what entering a mailed code gives. */
export type PassKind = 'link' | 'code'

const dayMs = 24 * 60 * 60 * 1000
const lifeMs: Record<PassKind, number> = { link: recordLinkLifeDays * dayMs, code: 60 * 60 * 1000 }

/** Makes a token that opens one record for its third party. Only its hash is kept. */
export async function openPass(
  { database, clock }: Pick<Platform, 'clock' | 'database'>,
  verificationId: string,
  kind: PassKind,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + lifeMs[kind])
  await database.run(sql`
    INSERT INTO record_passes (token_sha256, verification_id, kind, created_at, expires_at)
    VALUES (${hashOf(token)}, ${verificationId}, ${kind}, ${now}, ${expiresAt})`)
  return { token, expiresAt }
}

/** The kind of pass that a token is for this record, null when it is none or has ended. */
export async function passKindOf(
  { database, clock }: Pick<Platform, 'clock' | 'database'>,
  verificationId: string,
  token: string,
): Promise<PassKind | null> {
  const row = await database.row<{ kind: PassKind }>(sql`
    SELECT kind FROM record_passes
    WHERE token_sha256 = ${hashOf(token)} AND verification_id = ${verificationId} AND expires_at > ${clock.now()}`)
  return row?.kind ?? null
}

/** Ends every pass to a record, as after a withdrawal. */
export async function endPasses(tx: Transaction, verificationId: string): Promise<void> {
  await tx.run(sql`DELETE FROM record_passes WHERE verification_id = ${verificationId}`)
}

/** Forgets at most `limit` passes that ended before an instant. Answers how many. */
export function deletePassesEndedBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM record_passes WHERE token_sha256 = ANY(ARRAY(
      SELECT token_sha256 FROM record_passes WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))`)
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
