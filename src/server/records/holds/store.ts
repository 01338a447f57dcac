import type { PersonalHold } from '../../../contract/personal-data.ts'
import type { LegalHolds } from '../../../contract/record.ts'
import { findHoldEnd } from '../../../domain/record/legal-hold.ts'
import type { Party } from '../../../domain/record/record.ts'
import { type DocumentRow, listDocumentsById } from '../../documents/index.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { destroyWithheldFiles, type VerificationRow } from '../../verifications/index.ts'

/** Why a hold ended: its holder lifted it, withdrew or had their account erased, or its time was over. */
export type HoldEnding = 'holder' | 'withdrawal' | 'erasure' | 'time'

export type HoldRow = {
  party: Party
  /** Null once it was deleted. */
  reason: string | null
  setAt: Date
  endsAt: Date
  endedAt: Date | null
  endedBy: HoldEnding | null
}

const columns = sql`party, reason, set_at, ends_at, ended_at, ended_by`

/** The holds of a record, including ended ones, in the order in which they were set. */
export function listHolds(q: Queryable, verificationId: string): Promise<HoldRow[]> {
  return q.rows<HoldRow>(sql`
    SELECT ${columns} FROM legal_holds WHERE verification_id = ${verificationId} ORDER BY set_at, party`)
}

/** Adds a hold. Returns false and changes nothing if that party already set one for this record. */
export async function insertHold(
  tx: Transaction,
  hold: { verificationId: string; party: Party; reason: string; setAt: Date; endsAt: Date },
): Promise<boolean> {
  const added = await tx.run(sql`
    INSERT INTO legal_holds (verification_id, party, reason, set_at, ends_at)
    VALUES (${hold.verificationId}, ${hold.party}, ${hold.reason}, ${hold.setAt}, ${hold.endsAt})
    ON CONFLICT DO NOTHING`)
  return added === 1
}

/** Ends a party's hold. Returns false and changes nothing if they have none in force. */
export async function endHold(
  tx: Transaction,
  { verificationId, party, by, at }: { verificationId: string; party: Party; by: HoldEnding; at: Date },
): Promise<boolean> {
  const ended = await tx.run(sql`
    UPDATE legal_holds SET ended_at = ${at}, ended_by = ${by}
    WHERE verification_id = ${verificationId} AND party = ${party} AND ended_at IS NULL`)
  return ended === 1
}

/** Ends the holds of a record whose time is over. Returns their parties. */
export async function endHoldsInTime(tx: Transaction, verificationId: string, at: Date): Promise<Party[]> {
  const ended = await tx.rows<{ party: Party }>(sql`
    UPDATE legal_holds SET ended_at = ${at}, ended_by = 'time'
    WHERE verification_id = ${verificationId} AND ${isOver(at)} RETURNING party`)
  return ended.map(({ party }) => party)
}

/** Records with a hold whose time is over. A record with two such holds appears twice. */
export function selectHoldsToEnd(at: Date): Sql {
  return sql`SELECT verification_id AS id, ends_at AS since FROM legal_holds WHERE ${isOver(at)}`
}

/** Matches the condition of an index. */
function isOver(at: Date): Sql {
  return sql`ended_at IS NULL AND ends_at <= ${at}`
}

/** Deletes the reasons of at most `limit` holds that ended before a given time. Returns how many. */
export function forgetReasons(q: Queryable, before: Date, limit: number): Promise<number> {
  return q.run(sql`
    UPDATE legal_holds SET reason = NULL WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM legal_holds WHERE reason IS NOT NULL AND ended_at < ${before} ORDER BY ended_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED))`)
}

/** Immediately deletes the reason of a hold that has ended. */
export async function forgetReasonOf(tx: Transaction, verificationId: string, party: Party): Promise<void> {
  await tx.run(sql`
    UPDATE legal_holds SET reason = NULL
    WHERE verification_id = ${verificationId} AND party = ${party} AND ended_at IS NOT NULL`)
}

/**
 * Ids of at most two records with a hold in force whose id starts with `code`.
 * @param code eight letters and digits with or without the hyphen, or a whole id
 */
export async function listHoldsInForce(q: Queryable, code: string, now: Date): Promise<string[]> {
  const start = code.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]+$/.test(start) || (start.length !== 8 && start.length !== 32)) return []
  const rows = await q.rows<{ id: string }>(sql`
    SELECT DISTINCT verification_id AS id FROM legal_holds
    WHERE ended_at IS NULL AND ends_at > ${now}
      AND starts_with(replace(verification_id::text, '-', ''), ${start}) LIMIT 2`)
  return rows.map(({ id }) => id)
}

/** Those of some records that have a hold, in force or not, ordered by id. */
export async function withHoldsAmong(q: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    SELECT DISTINCT verification_id AS id FROM legal_holds WHERE verification_id = ANY(${ids}::uuid[]) ORDER BY id`)
  return rows.map(({ id }) => id)
}

/** The latest end of other people's holds on a person's files in some records; null without one. */
export async function findEndOfOthersHold(
  q: Queryable,
  { made, asked }: { made: readonly string[]; asked: readonly string[] },
  now: Date,
): Promise<Date | null> {
  const row = await q.row<{ until: Date | null }>(sql`
    SELECT max(ends_at) AS until FROM legal_holds
    WHERE ended_at IS NULL AND ends_at > ${now}
      AND ((party = 'third_party' AND verification_id = ANY(${made}::uuid[]))
        OR (party = 'creator' AND verification_id = ANY(${asked}::uuid[])))`)
  return row?.until ?? null
}

/** The holds of a record as both parties see them. A hold whose time is over counts as ended even before the sweep. */
export function presentHolds(holds: readonly HoldRow[], now: Date): LegalHolds {
  return {
    holds: holds.map(({ party, reason, setAt, endsAt, endedAt }) => ({
      by: party,
      reason,
      setAt: setAt.toISOString(),
      endsAt: endsAt.toISOString(),
      endedAt: (endedAt ?? (endsAt <= now ? endsAt : null))?.toISOString() ?? null,
    })),
    heldUntil: findHoldEnd(holds, now)?.toISOString() ?? null,
  }
}

/** The photos and IDs that a record was sealed with, including deleted ones. */
export function listDocuments(
  q: Queryable,
  row: Pick<
    VerificationRow,
    'selfieDocumentId' | 'idDocumentId' | 'thirdPartySelfieDocumentId' | 'thirdPartyIdDocumentId'
  >,
): Promise<DocumentRow[]> {
  const ids = [
    row.selfieDocumentId,
    row.idDocumentId,
    row.thirdPartySelfieDocumentId,
    row.thirdPartyIdDocumentId,
  ]
  return listDocumentsById(
    q,
    ids.filter((id) => id !== null),
  )
}

/**
 * Whether a hold can keep the files: there is at least one, and each is still within its normal retention, not kept only
 * by another hold.
 * @param retentionEnd when the files are due to be destroyed, even if the round that does it comes later
 */
export function canBeHeld(documents: readonly DocumentRow[], retentionEnd: Date, now: Date): boolean {
  return (
    now < retentionEnd &&
    documents.length > 0 &&
    documents.every((each) => each.destroyedAt === null && each.withheldAt === null)
  )
}

/**
 * Whether a party had their details erased. They then keep nothing of the other party.
 * @param address of the creator, in any form; null once their account is erased. The third party's address stays in the
 * record
 */
export function hasLeft(
  party: Party,
  { thirdPartyLeftAt }: Pick<VerificationRow, 'thirdPartyLeftAt'>,
  address: object | string | null,
): boolean {
  return party === 'third_party' ? thirdPartyLeftAt !== null : address === null
}

type Parts = Pick<Platform, 'clock' | 'jobs'>

/** Whether a hold keeps the files of a record, which the caller has locked. */
export async function isHeld(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  id: string,
): Promise<boolean> {
  return findHoldEnd(await listHolds(tx, id), clock.now()) !== null
}

/**
 * Call after a hold of a locked record has ended. Destroys the files that were kept only for it, unless another hold
 * keeps them.
 */
export async function releaseFiles(platform: Parts, tx: Transaction, id: string): Promise<void> {
  if (!(await isHeld(platform, tx, id))) await destroyWithheldFiles(platform, tx, id)
}

/** The legal holds of a record for a copy of a person's data. Both parties can read all of them. */
export async function gatherHolds(q: Queryable, verificationId: string): Promise<PersonalHold[]> {
  const holds = await listHolds(q, verificationId)
  return holds.map(({ party, ...hold }) => ({ by: party, ...hold }))
}
