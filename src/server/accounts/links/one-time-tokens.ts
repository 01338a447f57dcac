import type { MailedLinkKind } from '../../../contract/account-endpoints.ts'
import { type Queryable, sql, type Transaction } from '../../platform/database/index.ts'
import type { Signing } from '../../platform/keys/index.ts'
import type { AuthMethodName } from '../sessions/session-store.ts'
import { changeUser, standingConfirmation, type UserMetadata, type UserRow } from '../users/user-store.ts'

/** Marks the link of a PKCE flow (AUTH-12). */
const pkcePrefix = 'pkce_'

/**
 * The secret of a mailed link: 256 bits that follow from the token's random id and a key outside the database. So the
 * database needs to keep no more than its hash, and the job that writes the mail no more than the id.
 */
export function makeLinkToken(signing: Signing, id: string, { pkce }: { pkce: boolean }): string {
  return `${pkce ? pkcePrefix : ''}${signing.computeMac('one-time-link', id)}`
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(pkcePrefix)
}

/** Six digits, or eight, that follow from the token's id in the same way. Few enough to guess: count the tries. */
export function makeTypedCode(signing: Signing, id: string, digits: 6 | 8 = 6): string {
  const bytes = Buffer.from(signing.computeMac('one-time-code', id), 'base64url')
  return String(bytes.readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0')
}

/** The meanings of the `type` of a link or of verifyOtp. `email` and `invite` are the client's other names. */
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

/** Half of a change of address, as the token of either mailbox stands for it. */
export type ChangeHalf = 'email_change_current' | 'email_change_new'

export function isChangeHalf(kind: MailedLinkKind): kind is ChangeHalf {
  return kind === 'email_change_current' || kind === 'email_change_new'
}

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
 * Stores a token in place of the user's earlier one of that kind, which is void from then on. The token of a repeated
 * registration stands beside all others: asking for another does not void it. Expired ones are deleted, so that they do
 * not add up.
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
 * Counts one try at the user's reauthentication code and answers the code's id; null when there is none, it has
 * expired, or `maxAttempts` were made. Counting comes first, so that parallel guesses are bounded too.
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

/** Remembers a link that was just used, in place of the user's earlier one of that kind. */
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
 * Finds the kind of a used link, and the address that it was mailed to if its account still has it; null when it is not
 * remembered.
 */
export function findUsedLink(
  q: Queryable,
  tokenSha256: string,
  kinds: readonly MailedLinkKind[],
): Promise<{ kind: MailedLinkKind; email: string; confirmed: boolean } | null> {
  return q.row(sql`
    SELECT used_links.kind, users.email, ${standingConfirmation} IS NOT NULL AS confirmed
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

const flowColumns = sql`id, user_id AS "userId", method, code_challenge AS "codeChallenge", expires_at AS "expiresAt"`

/** Begins a PKCE flow in place of the user's earlier one of that method, and answers its id. */
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

/** Binds a code to the flow: from now on the holder of code and verifier may sign in, until `expiresAt`. */
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

/** Takes the flow; false when another request was first. */
export async function takeFlow(q: Queryable, codeSha256: string): Promise<boolean> {
  return (await q.run(sql`DELETE FROM flow_states WHERE auth_code_sha256 = ${codeSha256}`)) === 1
}

/** Makes every code of the user's void, but that of the one flow that is being followed now. */
async function dropFlows(q: Queryable, userId: string, kept: string | null = null): Promise<void> {
  await q.run(sql`DELETE FROM flow_states WHERE user_id = ${userId} AND id IS DISTINCT FROM ${kept}::uuid`)
}

/**
 * Ends everything of a user's that waits for an answer: mailed links and codes, PKCE flows (but the one that is being
 * followed), and a wished change of address, which could otherwise be mailed anew. The user's row must be locked.
 */
export async function endPending(
  tx: Transaction,
  userId: string,
  { now, keptFlow = null }: { now: Date; keptFlow?: string | null },
): Promise<UserRow> {
  await dropTokens(tx, userId)
  await dropFlows(tx, userId, keptFlow)
  return changeUser(tx, userId, { newEmail: null, newEmailConfirmations: [], emailChangeSentAt: null }, now)
}
