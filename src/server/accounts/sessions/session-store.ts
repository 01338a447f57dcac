import { randomUUID } from 'node:crypto'
import { sessionLifeDays } from '../../../domain/account/limits.ts'
import { toNetwork } from '../../http/client.ts'
import {
  type Queryable,
  type Sql,
  sql,
  type Transaction,
  workInBatches,
} from '../../platform/database/index.ts'
import { defineJob, noPayload } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockUser, setKept, type UserRow, userColumns } from '../users/user-store.ts'

/** How a person proved their identity (RFC 8176 `amr`, with GoTrue's names). `timestamp` in unix seconds. */
type AuthMethod = { method: AuthMethodName; timestamp: number }
export type AuthMethodName =
  | 'password'
  | 'passkey'
  | 'totp'
  | 'mfa/recovery_code'
  | 'otp'
  /** Typed in a session that was open already. */
  | 'mailed_code'
  | 'recovery'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'

export type SessionRow = {
  id: string
  userId: string
  refreshCounter: number
  /** When the refresh token was rotated lately, within the reuse window of the last rotation. */
  rotations: Date[]
  amr: AuthMethod[]
  userAgent: string | null
  ip: string | null
  createdAt: Date
  refreshedAt: Date
}

/** Facts about the calling device. */
export type Device = { ip: string; userAgent: string | null }

const sessionColumns = sql`
  sessions.id, sessions.user_id AS "userId", sessions.refresh_counter AS "refreshCounter", sessions.rotations, sessions.amr,
  sessions.user_agent AS "userAgent", sessions.ip, sessions.created_at AS "createdAt",
  sessions.refreshed_at AS "refreshedAt"`

type NewSession = { userId: string; method: AuthMethodName; passkeyId?: string; device: Device; now: Date }

export async function addSession(q: Queryable, wished: NewSession): Promise<SessionRow> {
  const session = makeSession(wished)
  await q.run(sql`INSERT INTO sessions (id, user_id, amr, user_agent, ip, created_at, refreshed_at, passkey_id)
    VALUES ${listSessionValues(session, wished.passkeyId)}`)
  return session
}

/**
 * Signs a user in, if they still have the password hash that was checked. Checking and opening are one statement, so
 * that a changed password opens nothing; null then.
 */
export async function openSessionByHash(
  q: Queryable,
  { passwordHash, ...wished }: NewSession & { passwordHash: string },
): Promise<{ user: UserRow; session: SessionRow } | null> {
  const session = makeSession(wished)
  const user = await q.row<UserRow>(sql`
    WITH signed_in AS (
      UPDATE users SET last_sign_in_at = ${wished.now}, updated_at = ${wished.now}, ${setKept(wished.now)}
      WHERE id = ${wished.userId} AND password_hash = ${passwordHash} AND erasing_at IS NULL RETURNING *
    ), opened AS (
      INSERT INTO sessions (id, user_id, amr, user_agent, ip, created_at, refreshed_at, passkey_id)
      SELECT opening.* FROM signed_in, (VALUES ${listSessionValues(session)}) AS opening
    )
    SELECT ${userColumns} FROM signed_in AS users`)
  return user && { user, session }
}

function makeSession({ userId, method, device, now }: NewSession): SessionRow {
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  return {
    id: randomUUID(),
    userId,
    refreshCounter: 0,
    rotations: [],
    amr,
    ...device,
    createdAt: now,
    refreshedAt: now,
  }
}

function listSessionValues(
  { id, userId, amr, userAgent, ip, createdAt, refreshedAt }: SessionRow,
  passkeyId: string | null = null,
): Sql {
  return sql`(${id}::uuid, ${userId}::uuid, ${JSON.stringify(amr)}::jsonb, ${userAgent}::text, ${ip}::text,
    ${createdAt}::timestamptz, ${refreshedAt}::timestamptz, ${passkeyId}::uuid)`
}

/**
 * The session, locked until the transaction ends; null when it was ended. Waits for the lock as long as `lock_timeout`
 * says.
 */
export function lockSession(q: Queryable, id: string): Promise<SessionRow | null> {
  return q.row<SessionRow>(sql`SELECT ${sessionColumns} FROM sessions WHERE id = ${id} FOR UPDATE`)
}

/**
 * The user of a session, locked with it until the transaction ends; null where the session was ended since the request
 * was let in. Every change that a person makes to how their account is opened begins with it.
 */
export async function lockSignedIn(
  tx: Transaction,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<UserRow | null> {
  const user = await lockUser(tx, userId)
  const session = user && (await lockSession(tx, sessionId))
  return session?.userId === userId ? user : null
}

/**
 * Records a refresh. `rotations` moves the counter on, which makes a new refresh token the current one, and takes the
 * place of the earlier ones.
 */
export async function touchSession(
  q: Queryable,
  id: string,
  { rotations, device, now }: { rotations: Date[] | null; device: Device; now: Date },
): Promise<SessionRow> {
  const row = await q.row<SessionRow>(sql`
    UPDATE sessions SET refresh_counter = refresh_counter + ${rotations ? 1 : 0},
      rotations = coalesce(${rotations}::timestamptz[], rotations), refreshed_at = ${now},
      user_agent = ${device.userAgent}, ip = ${device.ip}
    WHERE id = ${id} RETURNING ${sessionColumns}`)
  if (!row) throw new Error('the session to refresh does not exist')
  return row
}

/**
 * A user with one of their sessions. `amr` says how that session was opened; `needsCode` that the account has an
 * authenticator app, and the session, or the access token that named it, no second step yet.
 */
export type SignedIn = {
  user: UserRow
  sessionId: string
  amr: AuthMethod[]
  createdAt: Date
  needsCode: boolean
}

/** How a second step is proven. A passkey is both: something they have, and something they are or know. */
const secondSteps: readonly AuthMethodName[] = ['passkey', 'totp', 'mfa/recovery_code']

/** Whether two steps were proven in a session: aal2 of its tokens. */
export function hasTwoSteps(amr: AuthMethod[]): boolean {
  return amr.some(({ method }) => secondSteps.includes(method))
}

/**
 * A user and their session by the ids of an access token, in one look-up over two primary keys. A token from before the
 * second step stays one of before: another person may have it.
 */
export async function findUserAndSession(
  q: Queryable,
  { userId, sessionId, aal }: { userId: string; sessionId: string; aal: unknown },
): Promise<{ user: UserRow; signedIn: SignedIn | null } | null> {
  const row = await q.row<
    UserRow & { sessionId: string | null; amr: AuthMethod[] | null; openedAt: Date | null; hasApp: boolean }
  >(sql`
    SELECT ${userColumns}, sessions.id AS "sessionId", sessions.amr, sessions.created_at AS "openedAt",
      EXISTS (SELECT FROM authenticator_apps WHERE user_id = users.id AND confirmed_at IS NOT NULL) AS "hasApp"
    FROM users LEFT JOIN sessions ON sessions.id = ${sessionId} AND sessions.user_id = users.id
    WHERE users.id = ${userId}`)
  if (!row) return null
  const { sessionId: found, amr, openedAt, hasApp, ...user } = row
  if (!found || !amr || !openedAt) return { user, signedIn: null }
  const needsCode = hasApp && !(hasTwoSteps(amr) && aal === 'aal2')
  return { user, signedIn: { user, sessionId: found, amr, createdAt: openedAt, needsCode } }
}

/** How many of a user's sessions end: all, this one, or all but this one. */
export type LogOutScope = 'global' | 'local' | 'others'

export function endSessions(
  q: Queryable,
  userId: string,
  scope: LogOutScope,
  sessionId: string,
): Promise<number> {
  if (scope === 'global') return q.run(sql`DELETE FROM sessions WHERE user_id = ${userId}`)
  if (scope === 'local')
    return q.run(sql`DELETE FROM sessions WHERE user_id = ${userId} AND id = ${sessionId}`)
  return q.run(sql`DELETE FROM sessions WHERE user_id = ${userId} AND id <> ${sessionId}`)
}

/** Ends a user's sessions without a second step, all but one. */
export async function endUnprovenSessions(q: Queryable, userId: string, keptId: string): Promise<void> {
  await q.run(sql`
    DELETE FROM sessions WHERE user_id = ${userId} AND id <> ${keptId} AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(amr) AS entry WHERE entry->>'method' = ANY(${secondSteps}))`)
}

export function endAllSessions(q: Queryable, userId: string): Promise<number> {
  return q.run(sql`DELETE FROM sessions WHERE user_id = ${userId}`)
}

/** The user's sessions opened after a moment, the last used first. */
export function listSessions(q: Queryable, userId: string, after: Date): Promise<SessionRow[]> {
  return q.rows<SessionRow>(sql`
    SELECT ${sessionColumns} FROM sessions WHERE user_id = ${userId} AND created_at > ${after}
    ORDER BY refreshed_at DESC, created_at DESC, id`)
}

/** Ends at most `limit` sessions that were opened by a moment, except those being used just now. Answers how many. */
function endSessionsOpenedBy(q: Queryable, moment: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM sessions WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM sessions WHERE created_at <= ${moment} ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`)
}

/** Whether this client network is or was lately signed in to the account of this address. */
export async function hasSessionFrom(q: Queryable, email: string, network: string): Promise<boolean> {
  const rows = await q.rows<{ ip: string | null }>(sql`
    SELECT DISTINCT sessions.ip FROM users JOIN sessions ON sessions.user_id = users.id WHERE users.email = ${email}`)
  return rows.some(({ ip }) => ip !== null && toNetwork(ip) === network)
}

/** How long after following a mailed link a session may set a password without knowing the current one. */
const provenByMailMs = 60 * 60 * 1000

const sessionLifeMs = sessionLifeDays * 24 * 60 * 60 * 1000

/**
 * Why an account cannot be used; null where it can. An account that is being erased stays shut for everyone, its owner
 * included.
 */
export function findReasonToShut(user: UserRow, now: Date): 'user_banned' | 'user_erasing' | null {
  if (user.erasingAt !== null) return 'user_erasing'
  return user.bannedUntil !== null && user.bannedUntil > now ? 'user_banned' : null
}

/**
 * Whether the session was opened by a mailed link a short while ago: who can read the mailbox could reset the password
 * anyway.
 */
export function isFreshlyProvenByMail(amr: AuthMethod[], now: Date): boolean {
  return amr.some(
    ({ method, timestamp }) =>
      mailedWaysIn.includes(method) && now.getTime() - timestamp * 1000 < provenByMailMs,
  )
}

/** The ways of opening a session that begin in the mailbox. */
const mailedWaysIn: readonly AuthMethodName[] = [
  'otp',
  'recovery',
  'magiclink',
  'email/signup',
  'email_change',
]

/** How long after a sign-in, or a fresh proof, a session may add or remove a passkey or an authenticator app. */
const recentMs = 10 * 60 * 1000

/** Whether the session's person proved a short while ago who they are. */
export function isRecentlyProven(amr: AuthMethod[], now: Date): boolean {
  return amr.some(({ timestamp }) => now.getTime() - timestamp * 1000 < recentMs)
}

/** How long a passkey counts in place of the password that closing an account asks for. */
const justUsedMs = 2 * 60 * 1000

export function hasJustUsedPasskey(amr: AuthMethod[], now: Date): boolean {
  return amr.some(
    ({ method, timestamp }) => method === 'passkey' && now.getTime() - timestamp * 1000 < justUsedMs,
  )
}

/** Notes that the session's person proved again who they are, in place of their earlier proof by this method. */
export async function noteProof(
  q: Queryable,
  sessionId: string,
  { method, now }: { method: AuthMethodName; now: Date },
): Promise<void> {
  await q.run(sql`UPDATE sessions SET amr = ${withProof(method, now)} WHERE id = ${sessionId}`)
}

/** The proofs of a session with this one, in place of an earlier one by the same method. */
function withProof(method: AuthMethodName, now: Date): Sql {
  const proof = JSON.stringify([{ method, timestamp: Math.floor(now.getTime() / 1000) }])
  return sql`${proof}::jsonb || coalesce(
    (SELECT jsonb_agg(entry) FROM jsonb_array_elements(amr) AS entry WHERE entry->>'method' <> ${method}), '[]')`
}

/**
 * Notes the second step of a session, which ends with the passkey that it was, unless another one opened it. Its earlier
 * refresh tokens end, also the last one. Null where the session is gone.
 */
export function raiseSession(
  q: Queryable,
  id: string,
  { method, passkeyId = null, now }: { method: AuthMethodName; passkeyId?: string | null; now: Date },
): Promise<SessionRow | null> {
  return q.row(sql`
    UPDATE sessions SET amr = ${withProof(method, now)}, refresh_counter = refresh_counter + 2, rotations = '{}',
      passkey_id = coalesce(passkey_id, ${passkeyId})
    WHERE id = ${id} RETURNING ${sessionColumns}`)
}

/** When a session expires: counted from the sign-in, not from its last use. */
export function computeSessionEnd(session: { createdAt: Date }): Date {
  return new Date(session.createdAt.getTime() + sessionLifeMs)
}

export function hasSessionExpired(session: { createdAt: Date }, now: Date): boolean {
  return computeSessionEnd(session) <= now
}

/** Sessions that were opened at this moment or earlier have expired. */
export function computeExpiredIfOpenedBy(now: Date): Date {
  return new Date(now.getTime() - sessionLifeMs)
}

/** Deletes the sessions that have ended by their age, with the addresses of their devices. */
export const forgetSessionsJob = defineJob(
  'forget-ended-sessions',
  noPayload,
  async ({ clock, database }: Platform) => {
    const moment = computeExpiredIfOpenedBy(clock.now())
    await workInBatches((limit) => endSessionsOpenedBy(database, moment, limit))
  },
)
