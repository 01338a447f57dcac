import type { MailedLinkKind } from '../../../contract/mailed-link.ts'
import { type Queryable, sql } from '../../platform/database/index.ts'
import type { UserMetadata } from '../users/user-store.ts'

/** Links, and the typed code. */
export type TokenKind = MailedLinkKind | 'reauthentication'

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

/** The token of a mailed link. */
export type LinkToken = TokenRow & { kind: MailedLinkKind }

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

/**
 * Stores a token in place of the user's earlier one of that kind, which is void from then on. The token of a repeated registration stands
 * beside all others: nobody can void it by asking for another. Those that have ended go, so that they do not add up.
 */
export async function putToken(q: Queryable, token: NewToken): Promise<void> {
  const { pending } = token
  await q.run(sql`
    DELETE FROM one_time_tokens
    WHERE user_id = ${token.userId} AND pending_password_hash IS NOT NULL AND expires_at <= ${token.now}`)
  await q.run(sql`
    INSERT INTO one_time_tokens
      (id, user_id, kind, token_sha256, email, flow_state_id, pending_password_hash, pending_metadata, created_at, expires_at)
    VALUES (${token.id}, ${token.userId}, ${token.kind}, ${token.tokenSha256}, ${token.email}, ${token.flowStateId},
      ${pending?.passwordHash ?? null}, ${pending ? JSON.stringify(pending.metadata) : null}::jsonb,
      ${token.now}, ${token.expiresAt})
    ON CONFLICT (user_id, kind) WHERE pending_password_hash IS NULL DO UPDATE SET id = EXCLUDED.id, token_sha256 = EXCLUDED.token_sha256,
      email = EXCLUDED.email, flow_state_id = EXCLUDED.flow_state_id,
      wrong_attempts = 0, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at`)
}

/** The unexpired token whose mail is to be written. */
export function findToken(q: Queryable, id: string, now: Date): Promise<TokenRow | null> {
  return q.row<TokenRow>(
    sql`SELECT ${tokenColumns} FROM one_time_tokens WHERE id = ${id} AND expires_at > ${now}`,
  )
}

/** The token of a link, if it can still be used for one of the kinds. */
export function findLinkToken(
  q: Queryable,
  tokenSha256: string,
  kinds: readonly MailedLinkKind[],
  now: Date,
): Promise<LinkToken | null> {
  return q.row<LinkToken>(sql`
    SELECT ${tokenColumns} FROM one_time_tokens
    WHERE token_sha256 = ${tokenSha256} AND kind = ANY(${kinds}) AND expires_at > ${now}`)
}

/** Takes the token away. Its owner's row must be locked, so that of parallel uses one finds it. */
export async function takeToken(q: Queryable, id: string): Promise<void> {
  await q.run(sql`DELETE FROM one_time_tokens WHERE id = ${id}`)
}

/** Makes a user's links and codes void: all of them, or those of one kind. */
export async function dropTokens(q: Queryable, userId: string, kind: TokenKind | null = null): Promise<void> {
  await q.run(sql`
    DELETE FROM one_time_tokens WHERE user_id = ${userId} AND (${kind}::text IS NULL OR kind = ${kind})`)
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
