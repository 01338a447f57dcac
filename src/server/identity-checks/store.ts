import type { PersonalCheck } from '../../contract/personal-data.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { ProviderSource } from '../../domain/evidence/evidence.ts'
import { isSameName } from '../../domain/identity-document/names-agree.ts'
import type { IdentityVerdicts } from '../../domain/identity-document/verdict.ts'
import { type DocumentOwner, type Giver, isOwnedBy, type LinkSets, toColumns } from '../documents/index.ts'
import { deleteSome, type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { hasNoJob } from '../platform/jobs/index.ts'

/**
 * A check in its present state. `sessionId` is null before the provider was asked, and after it was told to erase the
 * session.
 */
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
  /** The local date of the person who began it. */
  begunOn: CalendarDate
}

const columns = sql`id, user_id, verification_id, provider, state, fault, claimed_name, name_sha256, session_id,
  age_over_18, name_agrees, face_matched, ended_at, begun_on`

/** The owner's check in progress, begun with this name if there was none. Concurrent requests get the same one. */
export async function takeOpenCheck(
  q: Queryable,
  owner: Giver,
  check: { provider: string; claimedName: string; nameSha256: string; begunOn: CalendarDate; at: Date },
): Promise<CheckRow | null> {
  const { userId, verificationId, setSha256 } = toColumns(owner)
  await q.run(sql`
    INSERT INTO identity_checks (user_id, verification_id, set_sha256, provider, state, claimed_name, name_sha256, begun_on,
      started_at)
    VALUES (${userId}, ${verificationId}, ${setSha256}, ${check.provider}, 'open', ${check.claimedName},
      ${check.nameSha256}, ${check.begunOn}, ${check.at})
    ON CONFLICT DO NOTHING`)
  return q.row<CheckRow>(sql`
    SELECT ${columns} FROM identity_checks WHERE ${isOwnedBy(owner, sql`identity_checks`)} AND ended_at IS NULL`)
}

/** Stores the provider's session for a check in progress that has none yet. False if the check ended in the meantime. */
export async function keepSession(
  q: Queryable,
  id: string,
  sessionId: string,
  sessionSha256: string,
): Promise<boolean> {
  const kept = await q.run(sql`
    UPDATE identity_checks SET session_id = ${sessionId}, session_sha256 = ${sessionSha256}
    WHERE id = ${id} AND ended_at IS NULL AND session_sha256 IS NULL`)
  // A concurrent request has stored the same session.
  return kept === 1 || (await findBySession(q, sessionSha256)) !== null
}

export function findBySession(q: Queryable, sessionSha256: string): Promise<CheckRow | null> {
  return q.row<CheckRow>(sql`
    SELECT ${columns} FROM identity_checks WHERE session_sha256 = ${sessionSha256}`)
}

export function findNewest(q: Queryable, owner: DocumentOwner): Promise<CheckRow | null> {
  return q.row<CheckRow>(sql`
    SELECT ${columns} FROM identity_checks WHERE ${isOwnedBy(owner, sql`identity_checks`)} ORDER BY started_at DESC, id DESC LIMIT 1`)
}

function findNewestResult(q: Queryable, owner: DocumentOwner): Promise<CheckRow | null> {
  return q.row<CheckRow>(sql`
    SELECT ${columns} FROM identity_checks WHERE ${isOwnedBy(owner, sql`identity_checks`)} AND state = 'checked'
    ORDER BY ended_at DESC, id DESC LIMIT 1`)
}

export async function noteProgress(
  tx: Transaction,
  id: string,
  { state, fault }: { state: 'open' | 'processing'; fault: string | null },
): Promise<void> {
  await tx.run(sql`
    UPDATE identity_checks SET state = ${state}, fault = ${fault} WHERE id = ${id} AND ended_at IS NULL`)
}

/** Ends a check in progress, with its verdicts if it has any. Resolves to whether it was in progress. */
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

/**
 * Deletes the findings of the checks in sets of a link, and ends those in progress. The sweep has their sessions
 * erased.
 */
export async function forgetChecksOf(tx: Transaction, sets: LinkSets, at: Date): Promise<void> {
  await tx.run(sql`
    UPDATE identity_checks SET state = 'cancelled', fault = NULL, claimed_name = NULL, age_over_18 = NULL,
      name_agrees = NULL, face_matched = NULL, ended_at = coalesce(ended_at, ${at})
    WHERE ${isOwnedBy(sets, sql`identity_checks`)}`)
}

/**
 * Deletes at most `limit` checks of a person who is to be erased. Once these are gone, blanks at most `limit` others:
 * their sessions are still with the provider, and the rows stay until the sweep has had the sessions erased. Returns how
 * many rows were deleted and blanked.
 */
export async function clearChecks(
  q: Queryable,
  owner: DocumentOwner,
  at: Date,
  limit: number,
): Promise<number> {
  const isTheirs = isOwnedBy(owner, sql`identity_checks`)
  const deleted = await deleteSome(q, sql`identity_checks`, sql`${isTheirs} AND session_id IS NULL`, limit)
  if (deleted === limit) return deleted
  const blanked = await q.run(sql`
    UPDATE identity_checks SET state = 'cancelled', fault = NULL, claimed_name = NULL, name_sha256 = ${noName},
      age_over_18 = NULL, name_agrees = NULL, face_matched = NULL, ended_at = coalesce(ended_at, ${at})
    WHERE id = ANY(ARRAY(
      SELECT id FROM identity_checks WHERE ${isTheirs} AND session_id IS NOT NULL AND name_sha256 <> ${noName} LIMIT ${limit}))`)
  return deleted + blanked
}

/** The fingerprint of a name in a blanked check. */
const noName = '0'.repeat(64)

type CheckEnding = {
  state: 'checked' | 'failed' | 'cancelled'
  fault: string | null
  verdicts: IdentityVerdicts | null
  at: Date
}

const noVerdicts = { ageOver18: null, nameAgrees: null, faceMatched: null }

export async function findSessionOf(q: Queryable, id: string): Promise<string | null> {
  const row = await q.row<{ sessionId: string | null }>(
    sql`SELECT session_id FROM identity_checks WHERE id = ${id}`,
  )
  return row?.sessionId ?? null
}

/** A person's checks whose session the provider still holds. */
export function listSessionsOf(q: Queryable, userId: string): Promise<{ id: string; sessionId: string }[]> {
  return q.rows(sql`
    SELECT id, session_id FROM identity_checks WHERE user_id = ${userId} AND session_id IS NOT NULL`)
}

/** Deletes the session's id once the provider was told to erase it. */
export async function forgetSession(q: Queryable, id: string): Promise<void> {
  await q.run(sql`UPDATE identity_checks SET session_id = NULL WHERE id = ${id}`)
}

export async function noteErased(q: Queryable, id: string, at: Date): Promise<void> {
  await q.run(sql`UPDATE identity_checks SET erased_at = ${at} WHERE id = ${id} AND erased_at IS NULL`)
}

export const collectPrefix = 'collect-identity-check:'
export const erasePrefix = 'erase-identity-session:'

/** A check whose session the provider still holds. A check begun too long ago is abandoned. */
export type UnerasedCheck = {
  id: string
  sessionId: string
  startedAt: Date
  isOver: boolean
  isAbandoned: boolean
}

/**
 * At most `limit` checks whose session the provider still holds and which have no job, oldest first: those begun before
 * an instant and after another check.
 */
export function listUnerasedChecks(
  q: Queryable,
  { begunBefore, abandonedBefore }: { begunBefore: Date; abandonedBefore: Date },
  after: Pick<UnerasedCheck, 'id' | 'startedAt'> | undefined,
  limit: number,
): Promise<UnerasedCheck[]> {
  const isAbandoned = sql`c.started_at < ${abandonedBefore}`
  const key = sql`CASE WHEN c.ended_at IS NOT NULL OR ${isAbandoned} THEN ${erasePrefix}::text || c.id
    ELSE ${collectPrefix}::text || c.session_sha256 END`
  const isNext = after ? sql`(c.started_at, c.id) > (${after.startedAt}, ${after.id}::uuid)` : sql`true`
  return q.rows<UnerasedCheck>(sql`
    SELECT c.id, c.session_id, c.started_at, c.ended_at IS NOT NULL AS is_over,
      ${isAbandoned} AS is_abandoned
    FROM identity_checks c WHERE c.session_id IS NOT NULL AND c.started_at < ${begunBefore} AND ${isNext} AND ${hasNoJob(key)}
    ORDER BY c.started_at, c.id LIMIT ${limit}`)
}

/**
 * The result of a provider's check. `nameAgrees` is null if the check compared a name other than the one to be signed.
 */
type CheckResult = Omit<IdentityVerdicts, 'nameAgrees'> & {
  nameAgrees: boolean | null
  provider: string
  checkedAt: Date
}

/** The newest result of a person's check, or null without one. */
export async function findIdentityCheck(
  q: Queryable,
  owner: DocumentOwner,
  fullName: string,
): Promise<CheckResult | null> {
  const check = await findNewestResult(q, owner)
  if (!check || check.ageOver18 === null || check.faceMatched === null || !check.endedAt) return null
  const { ageOver18, faceMatched, provider, endedAt: checkedAt } = check
  const nameAgrees = check.nameSha256 === hashName(fullName) ? check.nameAgrees : null
  return { ageOver18, nameAgrees, faceMatched, provider, checkedAt }
}

/** Whether the newest result of a person's check found that they are under 18. */
export async function isCheckedUnderAge(q: Queryable, owner: DocumentOwner): Promise<boolean> {
  return (await findNewestResult(q, owner))?.ageOver18 === false
}

/** The evidence of a provider's check; null without a check, or if it found the person under 18. */
export async function findProviderSource(
  q: Queryable,
  owner: DocumentOwner,
  { fullName, signature }: { fullName: string; signature: string },
): Promise<ProviderSource | null> {
  const check = await findIdentityCheck(q, owner, fullName)
  if (!check?.ageOver18) return null
  const { provider, nameAgrees, faceMatched, checkedAt } = check
  return {
    step: 'provider',
    provider,
    // The name counts only if the person signed with it.
    nameAgrees: isSameName(signature, fullName) ? nameAgrees : null,
    faceMatched,
    at: checkedAt.toISOString(),
  }
}

/** The hash of a signed name: a verdict about one name doesn't count for another. */
export function hashName(fullName: string): string {
  return hashHex(`identity-check-name\n${fullName.normalize('NFC').trim()}`)
}

export function gatherChecks(q: Queryable, owner: DocumentOwner): Promise<PersonalCheck[]> {
  return q.rows(sql`
    SELECT provider, state, fault, claimed_name AS compared_name, age_over_18, name_agrees, face_matched,
      started_at, ended_at
    FROM identity_checks WHERE ${isOwnedBy(owner, sql`identity_checks`)} ORDER BY started_at`)
}
