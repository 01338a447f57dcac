import { randomUUID } from 'node:crypto'
import type { KeptProofView } from '../../contract/kept-proof.ts'
import type { PersonalKeptProof } from '../../contract/personal-data.ts'
import { type CalendarDate, toCalendarDate } from '../../domain/calendar-date.ts'
import type { DocumentSource } from '../../domain/evidence/evidence.ts'
import { isUsable, type KeptProof } from '../../domain/evidence/kept-proof.ts'
import { isSameName } from '../../domain/identity-document/names-agree.ts'
import type { Claims } from '../../domain/identity-document/verdict.ts'
import { doEmailsMatch } from '../../domain/verification/verification.ts'
import {
  type Account,
  findAddress,
  findProfile,
  findUserByEmail,
  isClosed,
  lockSignedIn,
  type ProvenAddress,
} from '../accounts/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { empty, type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { hashClaims, type ReadingRow, selectReading } from './reading-store.ts'
import type { DocumentOwner } from './store.ts'

type KeptProofRow = KeptProof & {
  id: string
  userId: string
  source: Omit<DocumentSource, 'kept'>
  keptAt: Date
}

const columns = sql`id, user_id, full_name, birth_date_agrees, source, kept_at, ends_on`

/**
 * Stores the result of reading the account's own ID, and replaces the one stored before (ONCE-1): an ID that it
 * uploaded as a creator, or as the third party of its proven address. Refuses unless a reading agreed with exactly
 * these claims and, for a creator, with the birth date of the profile.
 */
export async function keepProof(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  { id: userId, sessionId }: Pick<Account, 'id' | 'sessionId'>,
  { documentId, claims }: { documentId: string; claims: Claims },
): Promise<KeptProofView | Refusal> {
  return database.transaction(async (tx) => {
    if (!(await lockSignedIn(tx, { userId, sessionId }))) return refuse('authentication_required')
    const reading = await findOwnReading(tx, userId, documentId, claims)
    const source = reading && toSource(reading)
    if (!source || !reading.knownUntil) return refuse('kept_proof_unusable')
    const birthDate = (await findProfile(tx, userId))?.dateOfBirth ?? null
    const birthDateAgrees = claims.dateOfBirth !== null && claims.dateOfBirth === birthDate
    if (claims.dateOfBirth !== null && !birthDateAgrees) return refuse('kept_proof_unusable')
    const row = await tx.row<KeptProofRow>(sql`
      INSERT INTO kept_proofs (id, user_id, full_name, birth_date_agrees, source, kept_at, ends_on)
      VALUES (${randomUUID()}, ${userId}, ${claims.fullName.trim()}, ${birthDateAgrees}, ${JSON.stringify(source)},
        ${clock.now()}, ${reading.knownUntil})
      ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, full_name = excluded.full_name, source = excluded.source,
        birth_date_agrees = excluded.birth_date_agrees, kept_at = excluded.kept_at, ends_on = excluded.ends_on
      RETURNING ${columns}`)
    if (!row) throw new Error('a proof was not kept')
    return present(row)
  })
}

/** The reading of an ID that this account uploaded itself, for exactly these claims. Locked against being ended. */
async function findOwnReading(
  tx: Transaction,
  userId: string,
  documentId: string,
  claims: Claims,
): Promise<ReadingRow | null> {
  return tx.row<ReadingRow>(sql`
    ${selectReading}
    WHERE r.document_id = ${documentId} AND r.claims_sha256 = ${hashClaims(documentId, claims)} AND r.outcome = 'read'
      AND ${isOwn(userId, await findProvenAddress(tx, userId))}
    ORDER BY r.day DESC LIMIT 1 FOR UPDATE OF r`)
}

async function findProvenAddress(tx: Transaction, userId: string): Promise<ProvenAddress | null> {
  const own = await findAddress(tx, userId)
  return own?.emailVerifiedAt ? own : null
}

/**
 * Whether a reading `r` is of an ID that an account uploaded, as a creator or as the third party of a link, within the
 * account's limit (ONCE-1, ONCE-12).
 */
const isOwn = (userId: string | null, address: ProvenAddress | null) => sql`(r.user_id = ${userId}
  OR r.verification_id = ANY(ARRAY(SELECT id FROM verifications WHERE lower(third_party_email) = ${address?.email ?? null}
    AND invited_erased_at IS NULL ${address?.limitedTo ? sql`AND id = ${address.limitedTo}` : empty})))`

function toSource(reading: ReadingRow): KeptProofRow['source'] | null {
  const { kind, readFrom, issuingState, readerVersion, day, endedAt } = reading
  if (!kind || !readFrom || issuingState === null || !endedAt) return null
  const at = endedAt.toISOString()
  const document = { step: 'document' as const, document: kind, readFrom, issuingState }
  return { ...document, nameAgrees: true, readerVersion: readerVersion ?? '', day, at }
}

function present({ id, fullName, birthDateAgrees, source, endsOn }: KeptProofRow): KeptProofView {
  const { document, issuingState, day } = source
  return { id, fullName, birthDateAgrees, document, issuingState, day, endsOn }
}

/** The account's kept proof; null if there is none or it has expired. */
export async function showKeptProof(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  userId: string,
): Promise<KeptProofView | null> {
  const row = await database.row<KeptProofRow>(
    sql`SELECT ${columns} FROM kept_proofs WHERE user_id = ${userId}`,
  )
  return row && toCalendarDate(clock.now()) < row.endsOn ? present(row) : null
}

export function dropKeptProof(
  { database }: Pick<Platform, 'database'>,
  { id: userId, sessionId }: Pick<Account, 'id' | 'sessionId'>,
): Promise<Refusal | undefined> {
  return database.transaction(async (tx) => {
    if (!(await lockSignedIn(tx, { userId, sessionId }))) return refuse('authentication_required')
    await forgetKeptProof(tx, userId)
    return undefined
  })
}

/** Deletes the kept proof at once; no error if there is none. Requests and records made with it stay unchanged. */
export async function forgetKeptProof(q: Queryable, userId: string): Promise<void> {
  await q.run(sql`DELETE FROM kept_proofs WHERE user_id = ${userId}`)
}

/**
 * Deletes the kept proof of the account that uploaded an ID, or whose proven address the link is for. The IDs it has
 * uploaded so far can't be kept any more (ONCE-6), not even by an account that gets this address later.
 */
export async function endKeptProof(tx: Transaction, owner: DocumentOwner): Promise<void> {
  const { userId, address } =
    'userId' in owner
      ? { ...owner, address: await findProvenAddress(tx, owner.userId) }
      : await findThirdParty(tx, owner.verificationId)
  const isTheirs = isOwn(userId, address)
  await tx.run(
    sql`UPDATE document_readings r SET known_until = NULL WHERE known_until IS NOT NULL AND ${isTheirs}`,
  )
  if (userId) await forgetKeptProof(tx, userId)
}

/**
 * Ends the kept proof of the account that uploaded an ID, or whose proven address the link is for, if the ID shows
 * another birth date than its profile (ONCE-6). Without a kept proof a third party's ID changes nothing: nothing says
 * that the profile is right.
 */
export async function endKeptProofOfAnother(
  tx: Transaction,
  owner: DocumentOwner,
  birthDate: CalendarDate,
): Promise<void> {
  const userId = 'userId' in owner ? owner.userId : (await findThirdParty(tx, owner.verificationId)).userId
  if (!userId || !(await tx.row(sql`SELECT 1 FROM kept_proofs WHERE user_id = ${userId}`))) return
  const profile = await findProfile(tx, userId)
  if (profile && profile.dateOfBirth !== birthDate) await endKeptProof(tx, owner)
}

/** The address that a link is for, with its account. */
async function findThirdParty(
  tx: Transaction,
  verificationId: string,
): Promise<{ userId: string | null; address: ProvenAddress | null }> {
  const row = await tx.row<{ email: string }>(
    sql`SELECT lower(third_party_email) AS email FROM verifications WHERE id = ${verificationId}`,
  )
  const user = row && (await findUserByEmail(tx, row.email))
  // Every account of the address loses the reading, with and without a limit.
  const address = row && { email: row.email, limitedTo: null }
  return { userId: user?.emailVerifiedAt ? user.id : null, address }
}

/** Deletes at most `limit` kept proofs that expired before a day. Returns how many. */
export function deleteKeptProofsBefore(q: Queryable, day: CalendarDate, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM kept_proofs WHERE id = ANY(ARRAY(
      SELECT id FROM kept_proofs WHERE ends_on < ${day} ORDER BY ends_on LIMIT ${limit}))`)
}

type Use = { id: string; fullName: string; day: CalendarDate; signature: string }

/**
 * The creator's kept proof, as evidence for the verification that the transaction creates (ONCE-3). Null if it isn't
 * theirs, was deleted, has expired, or is for another name or birth date.
 */
export async function takeOwnKeptProof(
  tx: Transaction,
  { userId, dateOfBirth, ...use }: Use & { userId: string; dateOfBirth: CalendarDate },
): Promise<DocumentSource | null> {
  const row = await lock(tx, use.id)
  if (row?.userId !== userId) return null
  const profile = (await findProfile(tx, userId))?.dateOfBirth ?? null
  return isUsable(row, { ...use, birthDate: { typed: dateOfBirth, profile } }) ? toKeptSource(row, use) : null
}

/** The same for a third party: the proof must belong to the account that proved the third party's address. */
export async function takeThirdPartyKeptProof(
  tx: Transaction,
  { email, ...use }: Use & { email: string },
): Promise<DocumentSource | null> {
  const row = await lock(tx, use.id)
  if (!row) return null
  const proven = await findProvenAddress(tx, row.userId)
  if (!proven || !doEmailsMatch(proven.email, email)) return null
  return isUsable(row, { ...use, birthDate: null }) ? toKeptSource(row, use) : null
}

/** Locks the proof, so that deleting it waits for the end of the transaction. Null for a closed account's. */
function lock(tx: Transaction, id: string): Promise<KeptProofRow | null> {
  return tx.row<KeptProofRow>(
    sql`SELECT ${columns} FROM kept_proofs WHERE id = ${id} AND NOT ${isClosed(sql`user_id`)} FOR SHARE`,
  )
}

function toKeptSource({ source }: KeptProofRow, { signature, fullName }: Use): DocumentSource {
  // The name counts only if the person signed with it.
  return { ...source, nameAgrees: isSameName(signature, fullName) ? true : null, kept: true }
}

export function gatherKeptProofs(q: Queryable, userId: string): Promise<PersonalKeptProof[]> {
  return q.rows(sql`
    SELECT full_name, birth_date_agrees, source, kept_at, ends_on
    FROM kept_proofs WHERE user_id = ${userId}`)
}
