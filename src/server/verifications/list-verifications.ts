import type { z } from 'zod'
import {
  maxCounted,
  type VerificationList,
  type VerificationSummary,
  type verificationListQuerySchema,
} from '../../contract/verification.ts'
import { judgeAgeStep } from '../../domain/evidence/known-facts.ts'
import { isCanonicalId } from '../../domain/typed-text.ts'
import { isRecord, toComparableEmail, type VerificationKind } from '../../domain/verification/verification.ts'
import type { Account, ProvenAddress } from '../accounts/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { empty, type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import type { MailProgress } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { describeInvitation, selectNewestInvitation } from './invitation.ts'
import { presentValidUntil } from './show-verification.ts'
import { selectAskedOf, selectFields, type VerificationRow } from './store.ts'

type ListQuery = z.infer<typeof verificationListQuerySchema>

/**
 * A page of the verifications that an account made and of the records that its confirmed address was asked for
 * (RECORD-22), newest first, with their counts up to the limit.
 */
export async function listVerifications(
  platform: Platform,
  account: Account,
  query: ListQuery,
): Promise<VerificationList | Refusal> {
  const after = query.cursor ? parseCursor(query.cursor) : null
  if (query.cursor && !after) {
    return refuse('validation_failed', {
      errors: [{ path: 'cursor', message: 'This cursor is unknown' }],
    })
  }
  const owner = toListOwner(account)
  const filter = { type: query.type, after, limit: query.limit + 1 }
  const { entries, counts } = await readPage(platform.database, owner, filter, maxCounted)
  const shown = entries.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    items: shown.map((entry) => toSummary(entry, account.id, platform.clock.now())),
    counts,
    isLimited: account.limitedTo !== null,
    nextCursor: last && entries.length > shown.length ? toCursor(last.row) : null,
  }
}

function toSummary({ row, invitation }: ListEntry, userId: string, now: Date): VerificationSummary {
  const role = row.userId === userId ? 'creator' : 'third_party'
  return {
    id: row.id,
    role,
    type: row.type,
    status: row.status,
    fullName: row.fullName,
    thirdPartyName: row.thirdPartyName,
    platformName: row.platformName,
    thirdPartySocialMediaName: row.thirdPartySocialMediaName,
    verificationLink: role === 'creator' ? row.verificationLink : null,
    invitation: role === 'creator' ? describeInvitation(row, invitation) : null,
    thirdPartyAgeStep: isRecord(row.status) ? judgeAgeStep(row.thirdPartySources) : null,
    validUntil: presentValidUntil(row, now),
    detailsErasedAt: row.invitedErasedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The cursor that requests the entries after a verification in the list. */
function toCursor({ createdAt, id }: ListPosition): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url')
}

/**
 * The format of `toISOString` for the years 1 to 9999. It writes other years with a sign, which PostgreSQL doesn't
 * accept.
 */
const fourDigitYear = /^(?!0000)\d{4}-/

/** The position of a cursor; null for an invalid one. */
function parseCursor(cursor: string): ListPosition | null {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [instant = '', id = ''] = text.split(' ')
  const createdAt = new Date(instant)
  if (Number.isNaN(createdAt.getTime()) || !fourDigitYear.test(instant) || !isCanonicalId(id)) return null
  return toCursor({ createdAt, id }) === cursor ? { createdAt, id } : null
}

/**
 * The owner of a list: the account that created the verifications, and its address, to which requests were sent.
 * `address` is null while it is unconfirmed.
 */
type ListOwner = { userId: string; address: ProvenAddress | null }

export function toListOwner({ id, email, emailVerified, limitedTo }: Account): ListOwner {
  return { userId: id, address: emailVerified ? { email: toComparableEmail(email), limitedTo } : null }
}

/** A position in a list: right after the verification with this time and id. */
type ListPosition = { createdAt: Date; id: string }

const listedFields = [
  'id',
  'userId',
  'type',
  'status',
  'fullName',
  'thirdPartyName',
  'platformName',
  'thirdPartySocialMediaName',
  'verificationLink',
  'thirdPartySources',
  'validity',
  'verifiedAt',
  'withdrawnAt',
  'invitedErasedAt',
  'invitationWithheld',
  'createdAt',
] as const
type ListedRow = Pick<VerificationRow, (typeof listedFields)[number]>

/** The number of entries of each kind and in total. */
type ListCounts = { all: number; age: number; person: number }

/** A verification, and the newest invitation to it if its link is open. */
type ListEntry = { row: ListedRow; invitation: MailProgress | null }

type ListFilter = { type: VerificationKind | undefined; after: ListPosition | null; limit: number }

/**
 * At most `limit` of a list's verifications after a position, newest first, and the counts of the whole list, each up
 * to `most` plus one. One statement, in which each part uses its own index and reads no further.
 */
export async function readPage(
  q: Queryable,
  owner: ListOwner,
  filter: ListFilter,
  most: number,
): Promise<{ entries: ListEntry[]; counts: ListCounts }> {
  type Row = { ageCount: number; personCount: number } & ListedRow & MailProgress
  const rows = await q.rows<Row | (Row & { id: null })>(sql`
    SELECT counted.*, page.*, invitation.*
    FROM (SELECT ${countUpTo(most, owner, 'age')} AS age_count, ${countUpTo(most, owner, 'person')} AS person_count) AS counted
    LEFT JOIN (${selectNewest(owner, filter)}) AS page ON true
    LEFT JOIN LATERAL (${selectNewestInvitation(sql`CASE WHEN page.status = 'pending' THEN page.id END`)}) AS invitation ON true
    ORDER BY page.created_at DESC, page.id DESC`)
  const { ageCount: age = 0, personCount: person = 0 } = rows[0] ?? {}
  return {
    entries: rows.flatMap((row) =>
      row.id === null ? [] : [{ row, invitation: row.queuedAt === null ? null : row }],
    ),
    counts: { all: Math.min(age + person, most + 1), age, person },
  }
}

function selectNewest(owner: ListOwner, { type, after, limit }: ListFilter): Sql {
  const ofType = type ? sql`AND type = ${type}` : empty
  const further = after ? sql`AND (created_at, id) < (${after.createdAt}, ${after.id}::uuid)` : empty
  const selectPart = (whose: Sql) => sql`
    (SELECT ${selectFields(listedFields)} FROM verifications WHERE ${whose} ${ofType} ${further}
    ORDER BY created_at DESC, id DESC LIMIT ${limit})`
  const made = selectPart(sql`user_id = ${owner.userId}`)
  const asked = selectAsked(owner)
  return asked
    ? sql`SELECT * FROM (${made} UNION ALL ${selectPart(asked)}) AS both_parts ORDER BY created_at DESC, id DESC LIMIT ${limit}`
    : made
}

function countUpTo(most: number, owner: ListOwner, type: VerificationKind): Sql {
  const selectSome = (whose: Sql) => sql`
    (SELECT FROM verifications WHERE ${whose} AND type = ${type} LIMIT ${most + 1})`
  const made = selectSome(sql`user_id = ${owner.userId}`)
  const asked = selectAsked(owner)
  return sql`(SELECT least(count(*), ${most + 1}) FROM (${asked ? sql`${made} UNION ALL ${selectSome(asked)}` : made}) AS found)`
}

/**
 * How many requests would end if an account were closed, and how many records in its list would stay with the other
 * party.
 */
export async function countEndings(
  q: Queryable,
  owner: ListOwner,
): Promise<{ pending: number; records: number }> {
  const asked = selectAsked(owner)
  const count = (which: Sql) => sql`(SELECT count(*) FROM verifications WHERE ${which})`
  const countMade = (states: Sql) => count(sql`user_id = ${owner.userId} AND status IN (${states})`)
  const row = await q.row<{ pending: number; records: number }>(sql`
    SELECT ${countMade(sql`'pending'`)} AS pending,
      ${countMade(sql`'verified', 'withdrawn'`)} ${asked ? sql`+ ${count(asked)}` : empty} AS records`)
  return row ?? { pending: 0, records: 0 }
}

/** Matches the condition of an index. The creator of a verification is never its third party. */
function selectAsked({ userId, address }: ListOwner): Sql | null {
  return address === null
    ? null
    : sql`status IN ('verified', 'withdrawn') AND ${selectAskedOf(address)} AND user_id <> ${userId}`
}

/** The records that the account with this address was asked for. */
export async function listAskedRecordIds(q: Queryable, owner: ListOwner): Promise<string[]> {
  const asked = selectAsked(owner)
  if (!asked) return []
  const rows = await q.rows<{ id: string }>(sql`SELECT id FROM verifications WHERE ${asked} ORDER BY id`)
  return rows.map(({ id }) => id)
}

/**
 * Marks these records as left by their third party's erased account, so that they appear in no other account's history,
 * even if the address gets a new owner.
 */
export async function leaveRecords(tx: Transaction, ids: readonly string[], at: Date): Promise<void> {
  await tx.run(sql`
    UPDATE verifications SET third_party_left_at = ${at}, third_party_language = NULL
    WHERE id = ANY(${ids}::uuid[]) AND third_party_left_at IS NULL`)
}
