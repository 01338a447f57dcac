import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { type EmailProof, isOpen, type VerificationStatus } from '../../domain/verification/verification.ts'
import { type Account, findSignedInAccount } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { findBearer } from '../http/client.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import { type Queryable, type Sql, sql, type Transaction, workInBatches } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteCodesEndedBefore } from './codes.ts'
import { deleteMailboxCodesEndedBefore, deleteMailboxPassesEndedBefore } from './mailbox-code.ts'
import { findVerification, hasAny, lockVerification, selectStatusNow, type VerificationRow } from './store.ts'

/** A table of passes. `kind` is the column that says how each was come by. */
type Passes<Kind extends string> = { table: Sql; kind: Sql; kinds?: Kind }

/** Passes that open a pending verification for its proven third party. */
export const gatePasses: Passes<EmailProof> = { table: sql`gate_passes`, kind: sql`email_proof` }
/** Passes that open a record for its third party: the `link` of a mail, or the result of entering a mailed `code`. */
export const recordPasses: Passes<'link' | 'code'> = { table: sql`record_passes`, kind: sql`kind` }

/** A proven third party of one verification, with the state of their proof. */
export type Pass<Kind> = {
  verificationId: string
  tokenSha256: string
  kind: Kind
  createdAt: Date
  status: VerificationStatus
}

async function insertPass<Kind extends string>(
  q: Queryable,
  { table, kind }: Passes<Kind>,
  pass: { tokenSha256: string; verificationId: string; kind: Kind; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await q.run(sql`
    INSERT INTO ${table} (token_sha256, verification_id, ${kind}, created_at, expires_at)
    VALUES (${pass.tokenSha256}, ${pass.verificationId}, ${pass.kind}, ${pass.createdAt}, ${pass.expiresAt})`)
}

/** The pass of a token that has not ended, null for any other. */
function findPass<Kind extends string>(
  q: Queryable,
  { table, kind }: Passes<Kind>,
  tokenSha256: string,
  now: Date,
): Promise<Pass<Kind> | null> {
  return q.row<Pass<Kind>>(sql`
    SELECT p.verification_id AS "verificationId", p.token_sha256 AS "tokenSha256", p.${kind} AS kind,
      p.created_at AS "createdAt", ${selectStatusNow(sql`v.status`, sql`v.user_id`)} AS status
    FROM ${table} p JOIN verifications v ON v.id = p.verification_id
    WHERE p.token_sha256 = ${tokenSha256} AND p.expires_at > ${now}`)
}

/** Whether a pass to the gate still exists: a corrected address ends it. Ask once the verification is locked. */
async function isPassValid(tx: Transaction, tokenSha256: string): Promise<boolean> {
  return (await tx.row(sql`SELECT 1 FROM ${gatePasses.table} WHERE token_sha256 = ${tokenSha256}`)) !== null
}

/**
 * The open verification to change. `tokenSha256` is that of the pass it is changed with; null where no pass is needed.
 */
type OpenVerification = { verificationId: string; tokenSha256: string | null }

/**
 * Locks a verification until the transaction ends. Refuses with `link_closed` when it is no longer pending, and with
 * `gate_token_invalid` when the pass was ended since the request was let in.
 */
export async function lockOpenVerification(
  tx: Transaction,
  { verificationId, tokenSha256 }: OpenVerification,
): Promise<VerificationRow | Refusal> {
  const row = await lockVerification(tx, verificationId)
  if (!row || !isOpen(row.status)) return refuse('link_closed')
  if (tokenSha256 !== null && !(await isPassValid(tx, tokenSha256))) return refuse('gate_token_invalid')
  return row
}

/** Changes an open verification in one transaction that holds its lock; refuses as `lockOpenVerification` does. */
export function withOpenVerification<Answer>(
  { database }: Pick<Platform, 'database'>,
  open: OpenVerification,
  change: (tx: Transaction, row: VerificationRow) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  return database.transaction(async (tx) => {
    const row = await lockOpenVerification(tx, open)
    return isRefusal(row) ? row : change(tx, row)
  })
}

/** Ends every pass to a verification. */
export async function endPasses(
  tx: Transaction,
  { table }: Passes<string>,
  verificationId: string,
): Promise<void> {
  await tx.run(sql`DELETE FROM ${table} WHERE verification_id = ${verificationId}`)
}

/** Forgets at most `limit` passes that ended before an instant. Answers how many. */
function deletePassesEndedBefore(
  q: Queryable,
  { table }: Passes<string>,
  instant: Date,
  limit: number,
): Promise<number> {
  return q.run(sql`
    DELETE FROM ${table} WHERE token_sha256 = ANY(ARRAY(
      SELECT token_sha256 FROM ${table} WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))`)
}

/** Makes a token that opens one verification: 256 random bits, as 43 characters of base64url. Only its hash is kept. */
export async function issuePass<Kind extends string>(
  { clock }: Pick<Platform, 'clock'>,
  q: Queryable,
  passes: Passes<Kind>,
  { verificationId, kind, lifeMs }: { verificationId: string; kind: Kind; lifeMs: number },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + lifeMs)
  await insertPass(q, passes, { tokenSha256: hashHex(token), verificationId, kind, createdAt, expiresAt })
  return { token, expiresAt }
}

/** The pass that a request shows; null when it shows none or one that has ended. Access tokens look different. */
export async function recognisePass<Kind extends string>(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  passes: Passes<Kind>,
  c: Context<AppEnv>,
): Promise<Pass<Kind> | null> {
  const token = findBearer(c)
  if (!token || !/^[\w-]{43}$/.test(token)) return null
  return findPass(database, passes, hashHex(token), clock.now())
}

/** A proven third party of one verification, and whether that is still open. */
export type GatePass = Pass<EmailProof>

/** The caller: a person with a pass, or a merely signed-in one. */
export type Caller = { pass: GatePass } | { account: Account }

/** Looks at the Authorization header alone, so that an unknown caller's body is not read. */
async function findCaller(platform: Platform, c: Context<AppEnv>): Promise<Caller | Refusal> {
  const pass = await recognisePass(platform, gatePasses, c)
  if (pass) return { pass }
  const account = await findSignedInAccount(platform, c)
  return account ? { account } : refuse('gate_token_invalid')
}

/**
 * Admits an upload by a pass, or by an account only if a verification of its own might be meant, whose creator is told
 * so. All other bodies stay unread.
 */
export async function findUploader(platform: Platform, c: Context<AppEnv>): Promise<Caller | Refusal> {
  const caller = await findCaller(platform, c)
  if (isRefusal(caller) || 'pass' in caller) return caller
  return (await hasAny(platform.database, caller.account.id)) ? caller : refuse('gate_token_invalid')
}

/**
 * The caller's pass, if it opens this very verification and that is still open. Its creator is told that the other
 * person has to act; all others, that the pass is invalid.
 */
export async function openPassFor(
  platform: Platform,
  caller: Caller,
  verificationId: string | null,
): Promise<GatePass | Refusal> {
  if ('account' in caller) {
    const owner = await isOwner(platform, caller.account, verificationId)
    return refuse(owner ? 'owner_cannot_submit' : 'gate_token_invalid')
  }
  if (caller.pass.verificationId !== verificationId) return refuse('gate_token_invalid')
  return isOpen(caller.pass.status) ? caller.pass : refuse('link_closed')
}

/** Both steps at once, for requests that name the verification in their address. */
export async function findOpenPass(
  platform: Platform,
  c: Context<AppEnv>,
  verificationId: string | null,
): Promise<GatePass | Refusal> {
  const caller = await findCaller(platform, c)
  return isRefusal(caller) ? caller : openPassFor(platform, caller, verificationId)
}

async function isOwner(platform: Platform, account: Account, id: string | null): Promise<boolean> {
  return id !== null && (await findVerification(platform.database, id))?.userId === account.id
}

/** Deletes passes and codes that have ended; they open nothing any more. */
export const forgetPassesJob = defineJob(
  'forget-gate-passes',
  noPayload,
  async ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const now = clock.now()
    for (const passes of [gatePasses, recordPasses]) {
      await workInBatches((limit) => deletePassesEndedBefore(database, passes, now, limit))
    }
    await workInBatches((limit) => deleteCodesEndedBefore(database, now, limit))
    await workInBatches((limit) => deleteMailboxCodesEndedBefore(database, now, limit))
    await workInBatches((limit) => deleteMailboxPassesEndedBefore(database, now, limit))
  },
)
