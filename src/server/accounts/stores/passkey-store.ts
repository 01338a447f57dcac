import { type Queryable, runInBatches, sql } from '../../platform/database/index.ts'
import { defineJob, noPayload } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'

export type PasskeyRow = {
  id: string
  userId: string
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  signCount: number
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

const passkeyColumns = sql`
  id, user_id, credential_id, public_key, sign_count::float8 AS sign_count, name, created_at, last_used_at`

export function listPasskeys(q: Queryable, userId: string): Promise<PasskeyRow[]> {
  return q.rows(sql`SELECT ${passkeyColumns} FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, id`)
}

export function findPasskeyByCredential(q: Queryable, credentialId: string): Promise<PasskeyRow | null> {
  return q.row(sql`SELECT ${passkeyColumns} FROM passkeys WHERE credential_id = ${credentialId}`)
}

type NewPasskey = Pick<PasskeyRow, 'userId' | 'credentialId' | 'publicKey' | 'signCount' | 'name'> & {
  now: Date
}

/** Adds a passkey. Null when its credential is already known. */
export function addPasskey(q: Queryable, added: NewPasskey): Promise<PasskeyRow | null> {
  return q.row(sql`
    INSERT INTO passkeys (user_id, credential_id, public_key, sign_count, name, created_at)
    VALUES (${added.userId}, ${added.credentialId}, ${Buffer.from(added.publicKey)}, ${added.signCount}, ${added.name}, ${added.now})
    ON CONFLICT (credential_id) DO NOTHING RETURNING ${passkeyColumns}`)
}

/**
 * Records that the passkey was used. Returns false and changes nothing when it was removed, or when its counter changed
 * since the check: then two authenticators have its key.
 */
export async function countUse(
  q: Queryable,
  { id, signCount }: PasskeyRow,
  { newCount, now }: { newCount: number; now: Date },
): Promise<boolean> {
  const counted = await q.run(sql`
    UPDATE passkeys SET sign_count = ${newCount}, last_used_at = ${now} WHERE id = ${id} AND sign_count = ${signCount}`)
  return counted === 1
}

/** Renames a passkey. Null when the account has no passkey with this id. */
export function setPasskeyName(
  q: Queryable,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | null> {
  return q.row(sql`
    UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${userId} RETURNING ${passkeyColumns}`)
}

/**
 * Removes a passkey and ends its sessions, except `keptSessionId`. Returns false when there is no passkey with this id.
 */
export async function removePasskey(
  q: Queryable,
  userId: string,
  id: string,
  keptSessionId: string,
): Promise<boolean> {
  await q.run(
    sql`UPDATE sessions SET passkey_id = NULL WHERE id = ${keptSessionId} AND user_id = ${userId} AND passkey_id = ${id}`,
  )
  return (await q.run(sql`DELETE FROM passkeys WHERE id = ${id} AND user_id = ${userId}`)) === 1
}

/** Removes every passkey of an account. Returns how many. */
export function removePasskeysOf(q: Queryable, userId: string): Promise<number> {
  return q.run(sql`DELETE FROM passkeys WHERE user_id = ${userId}`)
}

/** `userId` is null for a sign-in challenge, because no account is known yet. */
export async function addChallenge(
  q: Queryable,
  { userId, sha256, expiresAt }: { userId: string | null; sha256: string; expiresAt: Date },
): Promise<string> {
  const row = await q.row<{ id: string }>(sql`
    INSERT INTO passkey_challenges (user_id, challenge_sha256, expires_at) VALUES (${userId}, ${sha256}, ${expiresAt})
    RETURNING id`)
  if (!row) throw new Error('the challenge was not returned')
  return row.id
}

/**
 * Deletes and returns a challenge, so that it is answered only once. Null when this account has no challenge with this
 * id; a null `userId` matches sign-in challenges.
 */
export function takeChallenge(
  q: Queryable,
  id: string,
  userId: string | null,
): Promise<{ sha256: string; expiresAt: Date } | null> {
  return q.row(sql`
    DELETE FROM passkey_challenges WHERE id = ${id} AND user_id IS NOT DISTINCT FROM ${userId}::uuid
    RETURNING challenge_sha256 AS sha256, expires_at`)
}

/** Deletes the challenges that were never answered. */
export const forgetChallengesJob = defineJob(
  'forget-passkey-challenges',
  noPayload,
  async ({ clock, database }: Platform) => {
    const now = clock.now()
    await runInBatches((limit) =>
      database.run(sql`
        DELETE FROM passkey_challenges WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM passkey_challenges WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${limit}
          FOR UPDATE SKIP LOCKED))`),
    )
  },
)
