import type { ProvenAddress } from '../accounts/index.ts'
import { rememberLocked } from '../audit/index.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import { endAccess } from './code-store.ts'
import { forgetBlocksOf, forgetReportsOf } from './email-choices.ts'
import { gatePasses } from './passes.ts'
import { forgetPrivateNo } from './private-no.ts'
import { selectAskedOf, selectFields, selectStatusNow, type VerificationRow } from './store.ts'

/** Requests that ended without a record, so that no record needs their data. */
const endedWithoutRecord = sql`status IN ('rejected', 'cancelled', 'expired')`

/** Requests that ended without a record before a given time and still have the third party's details. */
export function selectWithDetails(before: Date): Sql {
  return sql`SELECT id, closed_at AS since FROM verifications
    WHERE ${endedWithoutRecord} AND invited_erased_at IS NULL AND closed_at < ${before}`
}

/**
 * Deletes everything that was typed about or by the invited person from a request that ended without a record, their
 * passes and a private no. The row stays and contains the time of the erasure. Returns false and changes nothing for any
 * other verification.
 */
export async function eraseInvitedDetails(tx: Transaction, id: string, at: Date): Promise<boolean> {
  const erased = await tx.run(sql`
    UPDATE verifications SET invited_erased_at = ${at}, third_party_name = '', third_party_social_media_name = '',
      third_party_platform_age = NULL, third_party_claimed_age = NULL, third_party_email = '', third_party_phone = NULL,
      platform_name = '', additional_information = NULL, decline_reason = NULL, third_party_sources = '[]',
      third_party_language = NULL
    WHERE id = ${id} AND ${endedWithoutRecord} AND invited_erased_at IS NULL`)
  if (erased === 0) return false
  await endAccess(tx, gatePasses, id)
  await forgetPrivateNo(tx, id)
  return true
}

/**
 * Deletes the creator's own details from those of the given requests that ended without a record. Other requests among
 * the ids are unchanged.
 */
export async function eraseCreatorDetails(tx: Transaction, ids: readonly string[], at: Date): Promise<void> {
  await tx.run(sql`
    UPDATE verifications SET creator_erased_at = ${at}, full_name = '', date_of_birth = NULL, signature = '',
      selfie_document_id = NULL, id_document_id = NULL, creator_sources = '[]'
    WHERE id = ANY(${ids}::uuid[]) AND ${endedWithoutRecord} AND creator_erased_at IS NULL`)
}

/** Each deletes at most `limit` rows of an account, and returns how many. */
export const eraseVerificationRows = [forgetBlocksOf, forgetReportsOf]

/** A user's requests that ended without a record and still have the creator's details. */
export function listNamingCreator(q: Queryable, userId: string): Promise<string[]> {
  return listIdsWhere(q, sql`user_id = ${userId} AND ${endedWithoutRecord} AND creator_erased_at IS NULL`)
}

export function listRecordIds(q: Queryable, userId: string): Promise<string[]> {
  return listIdsWhere(q, sql`user_id = ${userId} AND status IN ('verified', 'withdrawn')`)
}

/** Makes other writers of some verifications wait. */
export async function lockVerifications(tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await tx.rows<{ id: string }>(
    sql`SELECT id FROM verifications WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  )
  for (const { id } of rows) rememberLocked(tx, id)
}

/** A user's requests that ended without a record and still have the third party's details. */
export function listNamingOthers(q: Queryable, userId: string): Promise<string[]> {
  return listIdsWhere(q, sql`user_id = ${userId} AND ${endedWithoutRecord} AND invited_erased_at IS NULL`)
}

/** The verifications whose third party has this address, in lower case. */
export function listNamingAddress(q: Queryable, email: string): Promise<string[]> {
  return listIdsWhere(q, selectNamed(email))
}

/** Those of `listNamingAddress` that belong to the account which proved that address. */
export function listNamingAccount(q: Queryable, address: ProvenAddress): Promise<string[]> {
  return listIdsWhere(q, sql`${selectAskedOf(address)} AND invited_erased_at IS NULL`)
}

/** The open requests from others that the account which proved an address may open, the oldest first. */
export function listOpenAsked(
  q: Queryable,
  { userId, address }: { userId: string; address: ProvenAddress },
): Promise<Pick<VerificationRow, 'id' | 'type' | 'createdAt'>[]> {
  const isPending = sql`${selectStatusNow(sql`status`, sql`user_id`)} = 'pending'`
  return q.rows(sql`
    SELECT ${selectFields(['id', 'type', 'createdAt'])} FROM verifications
    WHERE ${selectAskedOf(address)} AND invited_erased_at IS NULL AND ${isPending} AND user_id <> ${userId}
    ORDER BY created_at, id`)
}

function selectNamed(email: string): Sql {
  return sql`lower(third_party_email) = ${email} AND invited_erased_at IS NULL`
}

export function listVerificationIds(q: Queryable, userId: string): Promise<string[]> {
  return listIdsWhere(q, sql`user_id = ${userId}`)
}

export function listPendingIds(q: Queryable, userId: string): Promise<string[]> {
  return listIdsWhere(q, sql`status = 'pending' AND user_id = ${userId}`)
}

/** The ids of some verifications, the oldest first. */
async function listIdsWhere(q: Queryable, which: Sql): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(
    sql`SELECT id FROM verifications WHERE ${which} ORDER BY created_at, id`,
  )
  return rows.map(({ id }) => id)
}

/** When a verification stopped being pending; null while it is. */
export async function findClosedAt(q: Queryable, id: string): Promise<Date | null> {
  const row = await q.row<{ closedAt: Date | null }>(
    sql`SELECT closed_at FROM verifications WHERE id = ${id}`,
  )
  return row?.closedAt ?? null
}
