import type { MailedLinkKind } from '../../../contract/account-endpoints.ts'
import { type Queryable, sql, type Transaction } from '../../platform/database/index.ts'
import type { Signing } from '../../platform/keys/index.ts'
import type { AuthMethodName } from '../stores/proofs.ts'
import { changeUser, emailVerifiedAt, type UserMetadata, type UserRow } from '../stores/user-store.ts'

/** Prefix of link tokens in a PKCE flow (AUTH-12). */
const pkcePrefix = 'pkce_'

/**
 * The secret of a mailed link: 256 bits derived from the token's random id and a key outside the database. The database
 * stores only its hash, and the job that writes the mail only the id.
 */
export function makeLinkToken(signing: Signing, id: string, { pkce }: { pkce: boolean }): string {
  return `${pkce ? pkcePrefix : ''}${signing.computeMac('one-time-link', id)}`
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(pkcePrefix)
}

/**
 * Six or eight digits derived from the token's id in the same way. They are easy to guess, so callers must count the
 * tries.
 */
export function makeTypedCode(signing: Signing, id: string, digits: 6 | 8 = 6): string {
  const bytes = Buffer.from(signing.computeMac('one-time-code', id), 'base64url')
  return String(bytes.readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0')
}

/**
 * The token kinds that each `type` of a link or of verifyOtp accepts. `email` and `invite` are aliases in the client.
 */
export const linkKinds = {
  signup: ['signup'],
  invite: ['signup'],
  recovery: ['recovery'],
  magiclink: ['magiclink'],
  email: ['signup', 'recovery', 'magiclink'],
  email_change: ['email_change_current', 'email_change_new'],
} as const satisfies Record<string, readonly MailedLinkKind[]>

export type LinkKind = keyof typeof linkKinds

export function isLinkKind(type: string | undefined): type is LinkKind {
  return type !== undefined && Object.hasOwn(linkKinds, type)
}

/** One half of an address change. Each mailbox confirms its half with its own token. */
export type ChangeHalf = 'email_change_current' | 'email_change_new'

export function isChangeHalf(kind: MailedLinkKind): kind is ChangeHalf {
  return kind === 'email_change_current' || kind === 'email_change_new'
}

/** The kinds of mailed links, and the typed code. */
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

export type LinkToken = TokenRow & { kind: MailedLinkKind }

const tokenColumns = sql`
  id, user_id, kind, email, flow_state_id, pending_password_hash, pending_metadata, expires_at`

type NewToken = {
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
 * Stores a token and voids the user's earlier one of that kind. Tokens of repeated registrations are kept in addition
 * to the others, and another request doesn't void them. Expired ones are deleted, so that they don't add up.
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

/** The unexpired token with this id, for its mail. */
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

/** Deletes the token. Its owner's row must be locked, so that only one of several parallel uses finds it. */
export async function deleteToken(q: Queryable, id: string): Promise<void> {
  await q.run(sql`DELETE FROM one_time_tokens WHERE id = ${id}`)
}

/** Voids a user's links and codes: all of them, or those of one kind. */
export async function deleteTokens(
  q: Queryable,
  userId: string,
  kind: TokenKind | null = null,
): Promise<void> {
  await q.run(sql`
    DELETE FROM one_time_tokens WHERE user_id = ${userId} AND (${kind}::text IS NULL OR kind = ${kind})`)
}

/**
 * Counts one try at the user's reauthentication code and returns the code's id. Returns null when there is no code, it
 * has expired, or `maxAttempts` were made. The try is counted before the comparison, so that parallel guesses are
 * limited too.
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

/** Records a link that was just used, and replaces the user's earlier one of that kind. */
export async function putUsedLink(
  q: Queryable,
  used: { userId: string; kind: MailedLinkKind; email: string; tokenSha256: string; now: Date },
): Promise<void> {
  await q.run(sql`
    INSERT INTO used_links (user_id, kind, email, token_sha256, used_at)
    VALUES (${used.userId}, ${used.kind}, ${used.email}, ${used.tokenSha256}, ${used.now})
    ON CONFLICT (user_id, kind) DO UPDATE SET email = EXCLUDED.email, token_sha256 = EXCLUDED.token_sha256, used_at = EXCLUDED.used_at`)
}

/**
 * Finds the kind of a used link, and the address that it was mailed to if its account still has that address. Null when
 * there is no record of it.
 */
export function findUsedLink(
  q: Queryable,
  tokenSha256: string,
  kinds: readonly MailedLinkKind[],
): Promise<{ kind: MailedLinkKind; email: string; confirmed: boolean } | null> {
  return q.row(sql`
    SELECT used_links.kind, users.email, ${emailVerifiedAt} IS NOT NULL AS confirmed
    FROM used_links JOIN users ON users.id = used_links.user_id
    WHERE used_links.token_sha256 = ${tokenSha256} AND used_links.kind = ANY(${kinds}) AND users.email = used_links.email`)
}

type FlowStateRow = {
  id: string
  userId: string
  method: AuthMethodName
  codeChallenge: string
  expiresAt: Date
}

const flowColumns = sql`id, user_id, method, code_challenge, expires_at`

/** Begins a PKCE flow that replaces the user's earlier one of that method, and returns its id. */
export async function putFlowState(
  q: Queryable,
  flow: { userId: string; method: AuthMethodName; codeChallenge: string; now: Date; expiresAt: Date },
): Promise<string> {
  const row = await q.row<{ id: string }>(sql`
    INSERT INTO flow_states (user_id, method, code_challenge, created_at, expires_at)
    VALUES (${flow.userId}, ${flow.method}, ${flow.codeChallenge}, ${flow.now}, ${flow.expiresAt})
    ON CONFLICT (user_id, method) DO UPDATE SET code_challenge = EXCLUDED.code_challenge,
      auth_code_sha256 = NULL, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
    RETURNING id`)
  if (!row) throw new Error('the flow was not returned')
  return row.id
}

/** Binds a code to the flow: the holder of both code and verifier may sign in until `expiresAt`. */
export async function putAuthCode(
  q: Queryable,
  flowId: string,
  code: { sha256: string; expiresAt: Date },
): Promise<void> {
  await q.run(sql`
    UPDATE flow_states SET auth_code_sha256 = ${code.sha256}, expires_at = ${code.expiresAt} WHERE id = ${flowId}`)
}

export function findFlowByCode(q: Queryable, codeSha256: string): Promise<FlowStateRow | null> {
  return q.row<FlowStateRow>(
    sql`SELECT ${flowColumns} FROM flow_states WHERE auth_code_sha256 = ${codeSha256}`,
  )
}

/** Deletes the flow. Returns false when another request was first. */
export async function takeFlow(q: Queryable, codeSha256: string): Promise<boolean> {
  return (await q.run(sql`DELETE FROM flow_states WHERE auth_code_sha256 = ${codeSha256}`)) === 1
}

/** Voids all PKCE codes of a user, except that of the flow `kept`. */
async function deleteFlows(q: Queryable, userId: string, kept: string | null = null): Promise<void> {
  await q.run(sql`DELETE FROM flow_states WHERE user_id = ${userId} AND id IS DISTINCT FROM ${kept}::uuid`)
}

/**
 * Ends everything that is pending for a user: mailed links and codes, PKCE flows (except `keptFlow`), and a requested
 * address change, which could otherwise be mailed again. The user's row must be locked.
 */
export async function endPending(
  tx: Transaction,
  userId: string,
  { now, keptFlow = null }: { now: Date; keptFlow?: string | null },
): Promise<UserRow> {
  await deleteTokens(tx, userId)
  await deleteFlows(tx, userId, keptFlow)
  return changeUser(tx, userId, { newEmail: null, newEmailConfirmations: [], emailChangeSentAt: null }, now)
}
