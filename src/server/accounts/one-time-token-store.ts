import { empty, type Queryable, sql } from '../platform/database/index.ts'
import type { UserMetadata } from './user-store.ts'

export type TokenKind =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'

export type TokenRow = {
  id: string
  userId: string
  kind: TokenKind
  email: string
  flowStateId: string | null
  pendingPasswordHash: string | null
  pendingMetadata: UserMetadata | null
  expiresAt: Date
}

const tokenColumns = sql`
  id, user_id AS "userId", kind, email, flow_state_id AS "flowStateId", pending_password_hash AS "pendingPasswordHash",
  pending_metadata AS "pendingMetadata", expires_at AS "expiresAt"`

export type NewToken = {
  id: string
  userId: string
  kind: TokenKind
  tokenSha256: string | null
  email: string
  flowStateId: string | null
  pending: { passwordHash: string; metadata: UserMetadata } | null
  now: Date
  expiresAt: Date
}

/** Stores a token in place of the user's earlier one of that kind, which is void from then on. */
export async function putToken(q: Queryable, token: NewToken): Promise<void> {
  const { pending } = token
  await q.run(sql`
    INSERT INTO one_time_tokens
      (id, user_id, kind, token_sha256, email, flow_state_id, pending_password_hash, pending_metadata, created_at, expires_at)
    VALUES (${token.id}, ${token.userId}, ${token.kind}, ${token.tokenSha256}, ${token.email}, ${token.flowStateId},
      ${pending?.passwordHash ?? null}, ${pending ? JSON.stringify(pending.metadata) : null}::jsonb,
      ${token.now}, ${token.expiresAt})
    ON CONFLICT (user_id, kind) DO UPDATE SET id = EXCLUDED.id, token_sha256 = EXCLUDED.token_sha256,
      email = EXCLUDED.email, flow_state_id = EXCLUDED.flow_state_id,
      pending_password_hash = EXCLUDED.pending_password_hash, pending_metadata = EXCLUDED.pending_metadata,
      wrong_attempts = 0, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at`)
}

/** The unexpired token whose mail is to be written. */
export function findToken(q: Queryable, id: string, now: Date): Promise<TokenRow | null> {
  return q.row<TokenRow>(
    sql`SELECT ${tokenColumns} FROM one_time_tokens WHERE id = ${id} AND expires_at > ${now}`,
  )
}

/** Whose token this is, if it still can be used for one of the kinds. */
export async function findTokenOwner(
  q: Queryable,
  tokenSha256: string,
  kinds: readonly TokenKind[],
  now: Date,
): Promise<string | null> {
  const row = await q.row<{ userId: string }>(sql`
    SELECT user_id AS "userId" FROM one_time_tokens
    WHERE token_sha256 = ${tokenSha256} AND kind = ANY(${kinds}) AND expires_at > ${now}`)
  return row?.userId ?? null
}

/**
 * Takes the token away and answers it: whoever gets it is the only one. With `email` it must have been mailed there. The owner's row must be
 * locked.
 */
export function takeToken(
  q: Queryable,
  tokenSha256: string,
  kinds: readonly TokenKind[],
  { now, email }: { now: Date; email?: string },
): Promise<TokenRow | null> {
  return q.row<TokenRow>(sql`
    DELETE FROM one_time_tokens
    WHERE token_sha256 = ${tokenSha256} AND kind = ANY(${kinds}) AND expires_at > ${now}
      ${email === undefined ? empty : sql`AND email = ${email}`}
    RETURNING ${tokenColumns}`)
}

export async function dropTokens(q: Queryable, userId: string): Promise<void> {
  await q.run(sql`DELETE FROM one_time_tokens WHERE user_id = ${userId}`)
}

/**
 * Counts one try at the user's reauthentication code and answers the code's id; null when there is none, it has ended, or `maxAttempts`
 * were made. Counting comes first, so that parallel guesses are bounded too.
 */
export async function tryReauthenticationCode(
  q: Queryable,
  userId: string,
  maxAttempts: number,
  now: Date,
): Promise<string | null> {
  const row = await q.row<{ id: string }>(sql`
    UPDATE one_time_tokens SET wrong_attempts = wrong_attempts + 1
    WHERE user_id = ${userId} AND kind = 'reauthentication' AND expires_at > ${now} AND wrong_attempts < ${maxAttempts}
    RETURNING id`)
  return row?.id ?? null
}
