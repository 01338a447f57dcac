import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { IdentityVerdicts } from '../../domain/identity-check/judge-identity.ts'
import type { DocumentOwner } from '../documents/index.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'

/** A check as far as it came. `sessionId` is null before the provider was asked, and once it was told to erase the session. */
export type CheckRow = {
  id: string
  userId: string | null
  verificationId: string | null
  state: 'open' | 'processing' | 'checked' | 'failed' | 'cancelled'
  provider: string
  fault: string | null
  claimedName: string | null
  nameSha256: string
  sessionId: string | null
  ageOver18: boolean | null
  nameAgrees: boolean | null
  faceMatched: boolean | null
  endedAt: Date | null
  /** The day on the calendar of who began it. */
  begunOn: CalendarDate
}

const columns = sql`id, user_id AS "userId", verification_id AS "verificationId", provider, state, fault, claimed_name AS "claimedName",
  name_sha256 AS "nameSha256", session_id AS "sessionId", age_over_18 AS "ageOver18", name_agrees AS "nameAgrees",
  face_matched AS "faceMatched", ended_at AS "endedAt", begun_on AS "begunOn"`

export function matchOwner(owner: DocumentOwner): Sql {
  return 'userId' in owner ? sql`user_id = ${owner.userId}` : sql`verification_id = ${owner.verificationId}`
}

/** The check that an owner has under way, begun with this name if there was none. One, however many ask at once. */
export async function takeOpenCheck(
  q: Queryable,
  owner: DocumentOwner,
  check: { provider: string; claimedName: string; nameSha256: string; begunOn: CalendarDate; at: Date },
): Promise<CheckRow | null> {
  const userId = 'userId' in owner ? owner.userId : null
  const verificationId = 'verificationId' in owner ? owner.verificationId : null
  await q.run(sql`
    INSERT INTO identity_checks (user_id, verification_id, provider, state, claimed_name, name_sha256, begun_on, started_at)
    VALUES (${userId}, ${verificationId}, ${check.provider}, 'open', ${check.claimedName}, ${check.nameSha256}, ${check.begunOn}, ${check.at})
    ON CONFLICT DO NOTHING`)
  return q.row<CheckRow>(sql`
    SELECT ${columns} FROM identity_checks WHERE ${matchOwner(owner)} AND ended_at IS NULL`)
}

/** Notes the provider's session for a check that has none yet. */
export async function keepSession(
  q: Queryable,
  id: string,
  sessionId: string,
  sessionSha256: string,
): Promise<void> {
  await q.run(sql`
    UPDATE identity_checks SET session_id = ${sessionId}, session_sha256 = ${sessionSha256}
    WHERE id = ${id} AND session_sha256 IS NULL`)
}

export function findBySession(q: Queryable, sessionSha256: string): Promise<CheckRow | null> {
  return q.row<CheckRow>(sql`
    SELECT ${columns} FROM identity_checks WHERE session_sha256 = ${sessionSha256}`)
}

/** The check that was begun last. */
export function findNewest(q: Queryable, owner: DocumentOwner): Promise<CheckRow | null> {
  return q.row<CheckRow>(sql`
    SELECT ${columns} FROM identity_checks WHERE ${matchOwner(owner)} ORDER BY started_at DESC, id DESC LIMIT 1`)
}

/** The newest check that came to a result. */
export function findNewestResult(q: Queryable, owner: DocumentOwner): Promise<CheckRow | null> {
  return q.row<CheckRow>(sql`
    SELECT ${columns} FROM identity_checks WHERE ${matchOwner(owner)} AND state = 'checked'
    ORDER BY ended_at DESC, id DESC LIMIT 1`)
}

/** Notes how a check under way stands. */
export async function noteProgress(
  tx: Transaction,
  id: string,
  { state, fault }: { state: 'open' | 'processing'; fault: string | null },
): Promise<void> {
  await tx.run(sql`
    UPDATE identity_checks SET state = ${state}, fault = ${fault} WHERE id = ${id} AND ended_at IS NULL`)
}

/** Ends a check that is under way, with its verdicts if it has any. Resolves to whether it was under way. */
export async function endCheck(
  tx: Transaction,
  id: string,
  { state, fault, verdicts, at }: CheckEnding,
): Promise<boolean> {
  const { ageOver18, nameAgrees, faceMatched } = verdicts ?? noVerdicts
  const ended = await tx.row(sql`
    UPDATE identity_checks SET state = ${state}, fault = ${fault}, claimed_name = NULL, age_over_18 = ${ageOver18},
      name_agrees = ${nameAgrees}, face_matched = ${faceMatched}, ended_at = ${at}
    WHERE id = ${id} AND ended_at IS NULL RETURNING id`)
  return ended !== null
}

/** Takes from a verification what its third party's checks found, and ends one that is under way. The sweep has their sessions erased. */
export async function forgetChecksOf(tx: Transaction, verificationId: string, at: Date): Promise<void> {
  await tx.run(sql`
    UPDATE identity_checks SET state = 'cancelled', fault = NULL, claimed_name = NULL, age_over_18 = NULL,
      name_agrees = NULL, face_matched = NULL, ended_at = coalesce(ended_at, ${at})
    WHERE verification_id = ${verificationId}`)
}

/**
 * Forgets the checks of somebody who is to be forgotten. A row whose session the provider still holds stays, empty, until the sweep had that
 * erased.
 */
export async function blankChecks(tx: Transaction, owner: DocumentOwner, at: Date): Promise<void> {
  await tx.run(sql`
    UPDATE identity_checks SET state = 'cancelled', fault = NULL, claimed_name = NULL, name_sha256 = repeat('0', 64),
      age_over_18 = NULL, name_agrees = NULL, face_matched = NULL, ended_at = coalesce(ended_at, ${at})
    WHERE ${matchOwner(owner)}`)
  await tx.run(sql`DELETE FROM identity_checks WHERE ${matchOwner(owner)} AND session_id IS NULL`)
}

export type CheckEnding = {
  state: 'checked' | 'failed' | 'cancelled'
  fault: string | null
  verdicts: IdentityVerdicts | null
  at: Date
}

const noVerdicts = { ageOver18: null, nameAgrees: null, faceMatched: null }

export async function findSessionOf(q: Queryable, id: string): Promise<string | null> {
  const row = await q.row<{ sessionId: string | null }>(
    sql`SELECT session_id AS "sessionId" FROM identity_checks WHERE id = ${id}`,
  )
  return row?.sessionId ?? null
}

/** Forgets the session's name once the provider was told to erase it. */
export async function forgetSession(q: Queryable, id: string): Promise<void> {
  await q.run(sql`UPDATE identity_checks SET session_id = NULL WHERE id = ${id}`)
}

export async function noteErased(q: Queryable, id: string, at: Date): Promise<void> {
  await q.run(sql`UPDATE identity_checks SET erased_at = ${at} WHERE id = ${id} AND erased_at IS NULL`)
}

/** Checks whose session the provider still holds, begun before an instant, the oldest first. */
export function listUnerasedChecks(
  q: Queryable,
  begunBefore: Date,
  limit: number,
): Promise<{ id: string; sessionId: string; startedAt: Date; isOver: boolean }[]> {
  return q.rows(sql`
    SELECT id, session_id AS "sessionId", started_at AS "startedAt", ended_at IS NOT NULL AS "isOver"
    FROM identity_checks WHERE session_id IS NOT NULL AND started_at < ${begunBefore}
    ORDER BY started_at LIMIT ${limit}`)
}
