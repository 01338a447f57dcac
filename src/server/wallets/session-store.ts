import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { VoucherRefusal } from '../../domain/voucher.ts'
import type {
  CredentialType,
  NameVerdict,
  WalletRefusal,
  WalletState,
  WalletWay,
} from '../../domain/wallet.ts'
import { isOwnedBy, type LinkSet, type LinkSets, toColumns } from '../documents/index.ts'
import { empty, type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import type { VoucherMatter } from '../platform/vouchers/index.ts'
import type { AskedWallet } from '../platform/wallet/index.ts'

/** The person whose age is to be proven: a creator, or a person at a link, who began with a pass. */
export type WalletOwner = { userId: string } | (LinkSet & { passSha256: string })

/** `requestKey` has the secrets that the answer has to match; null once there is one. */
export type SessionRow = SessionOfAny &
  (
    | { way: WalletWay; requestKey: AskedWallet['key'] | null }
    | { way: 'redirect'; requestKey: Omit<VoucherMatter, 'nonce'> | null }
  )

type SessionOfAny = {
  id: string
  userId: string | null
  verificationId: string | null
  setSha256: string | null
  passSha256: string | null
  /** What is asked: a wallet for a type of credential, or a voucher by its id. */
  credentialType: CredentialType | null
  voucher: string | null
  nonce: string
  asksName: boolean
  /** The name to compare, and the person's own day; null once there is an answer. */
  claimedName: string | null
  today: CalendarDate | null
  /** How the credential's name compares, and the keyed hash of the compared one, once there is an answer. */
  nameVerdict: NameVerdict | null
  nameMark: string | null
  state: Exclude<WalletState, 'expired'>
  refusal: WalletRefusal | VoucherRefusal | null
  issuerName: string | null
  responseSha256: string | null
  createdAt: Date
  expiresAt: Date
}

const columns = sql`id, user_id, verification_id, set_sha256, pass_sha256, credential_type, voucher, way, nonce, request_key,
  asks_name, claimed_name, today, name_verdict, name_mark, state, refusal, issuer_name, response_sha256, created_at,
  expires_at`

/** What a session no longer needs once it has an answer, or is over. */
const dropMatter = sql`request_key = NULL, claimed_name = NULL, today = NULL`

/** Makes other sessions of the same account or link wait until the transaction ends. */
export async function lockOwner(tx: Transaction, owner: WalletOwner): Promise<void> {
  const id = 'userId' in owner ? owner.userId : owner.verificationId
  await tx.row(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`wallet ${id}`}, 0))`)
}

export async function replaceOpen(tx: Transaction, owner: WalletOwner): Promise<void> {
  await tx.run(sql`
    UPDATE wallet_sessions SET state = 'replaced', ${dropMatter}, response_code_sha256 = NULL
    WHERE ${isOwnedBy(owner, sql`wallet_sessions`)} AND state IN ('open', 'answered')`)
}

/** What is asked: of a wallet, or of the voucher with an id. `key` has the secrets that the answer has to match. */
export type AddedSession = Pick<
  SessionRow,
  | 'id'
  | 'credentialType'
  | 'voucher'
  | 'way'
  | 'nonce'
  | 'asksName'
  | 'claimedName'
  | 'today'
  | 'createdAt'
  | 'expiresAt'
> & { key: object; secretSha256: string }

export async function insertSession(tx: Transaction, owner: WalletOwner, added: AddedSession): Promise<void> {
  const { userId, verificationId, setSha256 } = toColumns(owner)
  const passSha256 = 'passSha256' in owner ? owner.passSha256 : null
  await tx.run(sql`
    INSERT INTO wallet_sessions (id, user_id, verification_id, set_sha256, pass_sha256, secret_sha256, credential_type,
      voucher, asks_name, claimed_name, today, way, nonce, request_key, created_at, expires_at)
    VALUES (${added.id}, ${userId}, ${verificationId}, ${setSha256}, ${passSha256}, ${added.secretSha256},
      ${added.credentialType}, ${added.voucher}, ${added.asksName}, ${added.claimedName}, ${added.today}, ${added.way},
      ${added.nonce}, ${JSON.stringify(added.key)}, ${added.createdAt}, ${added.expiresAt})`)
}

export function findSession(q: Queryable, id: string): Promise<SessionRow | null> {
  return q.row<SessionRow>(sql`SELECT ${columns} FROM wallet_sessions WHERE id = ${id}`)
}

/** The session that a browser began, by the secret it was given. */
export function findSessionOfBrowser(
  q: Queryable,
  id: string,
  secretSha256: string,
): Promise<SessionRow | null> {
  return q.row<SessionRow>(
    sql`SELECT ${columns} FROM wallet_sessions WHERE id = ${id} AND secret_sha256 = ${secretSha256}`,
  )
}

export type Settlement =
  | { state: 'refused'; refusal: WalletRefusal | VoucherRefusal }
  | { state: 'cancelled' | 'under_age' | 'proven' }
  | ({ state: 'answered'; responseCodeSha256: string } & Verdict)

/** The result of a valid answer, as a proof keeps it. */
export type Verdict = Pick<SessionRow, 'nameVerdict' | 'nameMark'> & {
  issuerName: string
  responseSha256: string
}

/**
 * Takes an open session of a voucher for one exchange: of concurrent returns one gets it, as it was before. Null for the
 * others. The secrets of the request are deleted.
 */
export function claimOpen(tx: Transaction, id: string, now: Date): Promise<SessionRow | null> {
  return tx.row<SessionRow>(sql`
    WITH open AS (
      SELECT ${columns} FROM wallet_sessions
      WHERE id = ${id} AND voucher IS NOT NULL AND state = 'open' AND expires_at > ${now} FOR UPDATE),
    taken AS (
      UPDATE wallet_sessions SET state = 'answered', response_code_sha256 = 'exchanged', ${dropMatter}
      WHERE id IN (SELECT id FROM open))
    SELECT * FROM open`)
}

/**
 * Settles an open session in one statement, so that only one of several concurrent answers counts. Returns false, and
 * changes nothing, for the others.
 */
export async function settleOpen(tx: Transaction, id: string, to: Settlement, now: Date): Promise<boolean> {
  return (
    (await tx.run(sql`
      UPDATE wallet_sessions SET state = ${to.state}, ${dropMatter} ${assignSettlement(to)}
      WHERE id = ${id} AND state = 'open' AND expires_at > ${now}`)) === 1
  )
}

/** Settles a session whose exchange has ended. Returns false if it was cancelled or replaced in the meantime. */
export async function settleClaimed(tx: Transaction, id: string, to: Settlement): Promise<boolean> {
  return (
    (await tx.run(sql`
      UPDATE wallet_sessions SET state = ${to.state}, response_code_sha256 = NULL ${assignSettlement(to)}
      WHERE id = ${id} AND state = 'answered'`)) === 1
  )
}

function assignSettlement(to: Settlement): Sql {
  if (to.state === 'refused') return sql`, refusal = ${to.refusal}`
  if (to.state !== 'answered') return empty
  return sql`, response_code_sha256 = ${to.responseCodeSha256}, issuer_name = ${to.issuerName},
    response_sha256 = ${to.responseSha256}, name_verdict = ${to.nameVerdict}, name_mark = ${to.nameMark}`
}

/** Redeems the code with which the wallet opened the browser. Null, changing nothing, for a wrong or used code. */
export function redeemReturn(
  tx: Transaction,
  id: string,
  responseCodeSha256: string,
  now: Date,
): Promise<SessionRow | null> {
  return tx.row<SessionRow>(sql`
    UPDATE wallet_sessions SET state = 'proven', response_code_sha256 = NULL
    WHERE id = ${id} AND state = 'answered' AND response_code_sha256 = ${responseCodeSha256} AND expires_at > ${now}
    RETURNING ${columns}`)
}

export async function cancelUnderWay(q: Queryable, id: string): Promise<void> {
  await q.run(sql`
    UPDATE wallet_sessions SET state = 'cancelled', ${dropMatter}, response_code_sha256 = NULL
    WHERE id = ${id} AND state IN ('open', 'answered')`)
}

export async function deleteSessionsOf(tx: Transaction, sets: LinkSets): Promise<void> {
  await tx.run(sql`DELETE FROM wallet_sessions WHERE ${isOwnedBy(sets, sql`wallet_sessions`)}`)
}

/** Deletes at most `limit` sessions that ended before an instant. Returns how many. */
export function deleteSessionsEndedBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM wallet_sessions WHERE id = ANY(ARRAY(
      SELECT id FROM wallet_sessions WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))`)
}
