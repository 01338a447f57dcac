import { randomUUID } from 'node:crypto'
import { sessionLifeDays } from '../../../domain/account/limits.ts'
import { toNetwork } from '../../http/client.ts'
import {
  empty,
  type Queryable,
  runInBatches,
  type Sql,
  sql,
  type Transaction,
} from '../../platform/database/index.ts'
import { defineJob, noPayload } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthMethod, type AuthMethodName, hasTwoSteps, toProof, withProof } from './proofs.ts'
import { endSurplusSessions, isTwoStep, selectHasApp } from './session-limit.ts'
import { lockUser, setKept, type UserRow, userColumns } from './user-store.ts'

export type SessionRow = {
  id: string
  userId: string
  refreshCounter: number
  /** Times of recent rotations of the refresh token, within the reuse window of the last rotation. */
  rotations: Date[]
  amr: AuthMethod[]
  userAgent: string | null
  ip: string | null
  createdAt: Date
  refreshedAt: Date
}

export type Device = { ip: string; userAgent: string | null }

const sessionColumns = sql`
  sessions.id, sessions.user_id, sessions.refresh_counter, sessions.rotations, sessions.amr, sessions.user_agent,
  sessions.ip, sessions.created_at, sessions.refreshed_at`

type NewSession = { userId: string; method: AuthMethodName; passkeyId?: string; device: Device; now: Date }

/** Opens a session, and ends those above the limit. The user's row must be locked or just inserted. */
export async function addSession(tx: Transaction, wished: NewSession): Promise<SessionRow> {
  const session = makeSession(wished)
  await tx.run(sql`
    WITH ended AS (${endSurplusSessions(wished.userId, session.amr)})
    INSERT INTO sessions (id, user_id, amr, user_agent, ip, created_at, refreshed_at, passkey_id)
    VALUES ${listSessionValues(session, wished.passkeyId)}`)
  return session
}

/**
 * Signs a user in if the checked password hash is still current. Null if the password has changed since. The first
 * statement locks the user's row, so that the second one sees the sessions of every sign-in before.
 */
export async function openSessionByHash(
  tx: Transaction,
  { passwordHash, ...wished }: NewSession & { passwordHash: string },
): Promise<{ user: UserRow; session: SessionRow } | null> {
  const user = await tx.row<UserRow>(sql`
    UPDATE users SET last_sign_in_at = ${wished.now}, updated_at = ${wished.now}, ${setKept(wished.now)}
    WHERE id = ${wished.userId} AND password_hash = ${passwordHash} AND erasing_at IS NULL RETURNING ${userColumns}`)
  return user && { user, session: await addSession(tx, wished) }
}

function makeSession({ userId, method, device, now }: NewSession): SessionRow {
  const amr = [toProof(method, now)]
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
 * The session, locked until the transaction ends; null when it has ended. Waits for the lock as long as `lock_timeout`
 * allows.
 */
export function lockSession(q: Queryable, id: string): Promise<SessionRow | null> {
  return q.row<SessionRow>(sql`SELECT ${sessionColumns} FROM sessions WHERE id = ${id} FOR UPDATE`)
}

/**
 * The user of a session; both rows are locked until the transaction ends. Null when the session ended after the request
 * was authenticated. Every change to how an account is opened starts with this lock.
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
 * Records a refresh. A non-null `rotations` replaces the earlier ones and increments the counter, which makes a new
 * refresh token the current one.
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
 * A user with one of their sessions. `amr` lists how the session was opened and proven. `needsCode` is true when the
 * account has an authenticator app and the session, or the access token, has no second step yet.
 */
export type SignedIn = {
  user: UserRow
  sessionId: string
  amr: AuthMethod[]
  createdAt: Date
  needsCode: boolean
}

/**
 * A user and their session by the ids of an access token, in one query over two primary keys. A token issued before the
 * second step never gains that level, because another person may have it.
 */
export async function findUserAndSession(
  q: Queryable,
  { userId, sessionId, aal }: { userId: string; sessionId: string; aal: unknown },
): Promise<{ user: UserRow; signedIn: SignedIn | null } | null> {
  const row = await q.row<
    UserRow & { sessionId: string | null; amr: AuthMethod[] | null; openedAt: Date | null; hasApp: boolean }
  >(sql`
    SELECT ${userColumns}, sessions.id AS session_id, sessions.amr, sessions.created_at AS opened_at,
      ${selectHasApp(sql`users.id`)} AS has_app
    FROM users LEFT JOIN sessions ON sessions.id = ${sessionId} AND sessions.user_id = users.id
    WHERE users.id = ${userId}`)
  if (!row) return null
  const { sessionId: found, amr, openedAt, hasApp, ...user } = row
  if (!found || !amr || !openedAt) return { user, signedIn: null }
  const needsCode = hasApp && !(hasTwoSteps(amr) && aal === 'aal2')
  return { user, signedIn: { user, sessionId: found, amr, createdAt: openedAt, needsCode } }
}

/** The sessions of a user to end: all, this one, or all but this one. */
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

/** Ends a user's sessions that have no second step, except `keptId`. */
export async function endUnprovenSessions(q: Queryable, userId: string, keptId: string): Promise<void> {
  await q.run(sql`
    DELETE FROM sessions WHERE user_id = ${userId} AND id <> ${keptId} AND NOT ${isTwoStep}`)
}

export function endAllSessions(q: Queryable, userId: string): Promise<number> {
  return q.run(sql`DELETE FROM sessions WHERE user_id = ${userId}`)
}

/** The user's sessions that were opened after a given time, most recently used first. */
export function listSessions(q: Queryable, userId: string, after: Date): Promise<SessionRow[]> {
  return q.rows<SessionRow>(sql`
    SELECT ${sessionColumns} FROM sessions WHERE user_id = ${userId} AND created_at > ${after}
    ORDER BY refreshed_at DESC, created_at DESC, id`)
}

/**
 * Ends at most `limit` sessions that were opened at or before `moment`, except those that are locked. Returns how many.
 */
function endSessionsOpenedBy(q: Queryable, moment: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM sessions WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM sessions WHERE created_at <= ${moment} ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`)
}

/**
 * Whether a session of the account with this address was last used from this client network.
 *
 * @param withTwoSteps counts only sessions with the second step
 */
export async function hasSessionFrom(
  q: Queryable,
  email: string,
  network: string,
  { withTwoSteps = false } = {},
): Promise<boolean> {
  const rows = await q.rows<{ ip: string | null }>(sql`
    SELECT DISTINCT sessions.ip FROM users JOIN sessions ON sessions.user_id = users.id
    WHERE users.email = ${email} ${withTwoSteps ? sql`AND ${isTwoStep}` : empty}`)
  return rows.some(({ ip }) => ip !== null && toNetwork(ip) === network)
}

const sessionLifeMs = sessionLifeDays * 24 * 60 * 60 * 1000

/**
 * Why an account cannot be used; null when it can. An account that is being erased stays locked for everyone, including
 * its owner.
 */
export function findSignInBlock(user: UserRow, now: Date): 'user_banned' | 'user_erasing' | null {
  if (user.erasingAt !== null) return 'user_erasing'
  return user.bannedUntil !== null && user.bannedUntil > now ? 'user_banned' : null
}

/**
 * Records the second step of a session, and ends those with it above the limit (SESSION-19). Without a passkey of its
 * own, the session is bound to the passkey that was the second step, and ends with it. Ends all its earlier refresh
 * tokens, including the last one. Null when the session is gone. The user's row must be locked.
 */
export async function elevateSession(
  tx: Transaction,
  { id, userId }: Pick<SessionRow, 'id' | 'userId'>,
  { method, passkeyId = null, now }: { method: AuthMethodName; passkeyId?: string | null; now: Date },
): Promise<SessionRow | null> {
  const before = await lockSession(tx, id)
  if (!before) return null
  // A session that has the second step already takes no place from another.
  if (!hasTwoSteps(before.amr)) await tx.run(endSurplusSessions(userId, [toProof(method, now)]))
  return tx.row(sql`
    UPDATE sessions SET amr = ${withProof(method, now)}, refresh_counter = refresh_counter + 2, rotations = '{}',
      passkey_id = coalesce(passkey_id, ${passkeyId})
    WHERE id = ${id} RETURNING ${sessionColumns}`)
}

/** When a session expires, counted from the sign-in rather than its last use. */
export function computeSessionEnd(session: { createdAt: Date }): Date {
  return new Date(session.createdAt.getTime() + sessionLifeMs)
}

export function hasSessionExpired(session: { createdAt: Date }, now: Date): boolean {
  return computeSessionEnd(session) <= now
}

/** Sessions opened at or before the returned time have expired. */
export function computeExpiryCutoff(now: Date): Date {
  return new Date(now.getTime() - sessionLifeMs)
}

/** Deletes expired sessions together with the IP addresses of their devices. */
export const forgetSessionsJob = defineJob(
  'forget-ended-sessions',
  noPayload,
  async ({ clock, database }: Platform) => {
    const moment = computeExpiryCutoff(clock.now())
    await runInBatches((limit) => endSessionsOpenedBy(database, moment, limit))
  },
)
