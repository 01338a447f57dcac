import type { OwnProof } from '../../contract/draft.ts'
import type { PersonalWallet } from '../../contract/personal-data.ts'
import type { ProviderSource, WalletSource } from '../../domain/evidence/evidence.ts'
import { isSameName } from '../../domain/identity-document/names-agree.ts'
import type { VoucherKind } from '../../domain/voucher.ts'
import { type CredentialType, type NameVerdict, unspentProofLifeMs } from '../../domain/wallet.ts'
import { type DocumentOwner, isOwnedBy, type LinkSet, type LinkSets } from '../documents/index.ts'
import {
  deleteSome,
  type Queryable,
  runInBatches,
  type Sql,
  sql,
  type Transaction,
} from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Signing } from '../platform/keys/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteSessionsEndedBefore, deleteSessionsOf, type SessionRow } from './session-store.ts'

/** By whom an age was proven: a wallet's credential and its issuer, or a voucher. */
export type ProvenBy =
  | {
      credentialType: CredentialType
      issuerName: string
      voucherName: null
      voucherKind: null
      subjectMark: null
    }
  | {
      credentialType: null
      issuerName: null
      voucherName: string
      voucherKind: VoucherKind
      /** The keyed hash of issuer and subject; null once the request has ended. */
      subjectMark: string | null
    }

/** Proof that a person is 18 or over, as stored in a verification and its record. */
export type Proof = ProvenBy & {
  /** How the credential's name compares with the one that was typed then, by its keyed hash; null if not asked for. */
  nameVerdict: NameVerdict | null
  nameMark: string | null
  /** SHA-256 of the signed response or token, hex. */
  responseSha256: string
  provenAt: Date
}

const columns = sql`credential_type, issuer_name, voucher_name, voucher_kind, subject_mark, name_verdict, name_mark,
  response_sha256, proven_at`

/**
 * Stores a proof. The one in a set of a link replaces the earlier one there. Returns false, and stores nothing, for a
 * response that was already used.
 */
export async function insertProof(
  tx: Transaction,
  {
    id,
    owner,
    ...proof
  }: Proof & { id: string; owner: Pick<SessionRow, 'userId' | 'verificationId' | 'setSha256'> },
): Promise<boolean> {
  const { userId, verificationId, setSha256 } = owner
  const isOfShared = setSha256 === null
  if (verificationId) await deleteProofsOf(tx, { verificationId, setSha256 })
  return (
    (await tx.run(sql`
      INSERT INTO wallet_proofs (id, user_id, verification_id, set_verification_id, set_sha256, credential_type, issuer_name,
        voucher_name, voucher_kind, subject_mark, name_verdict, name_mark, response_sha256, proven_at)
      VALUES (${id}, ${userId}, ${isOfShared ? verificationId : null}, ${isOfShared ? null : verificationId}, ${setSha256},
        ${proof.credentialType}, ${proof.issuerName}, ${proof.voucherName}, ${proof.voucherKind}, ${proof.subjectMark},
        ${proof.nameVerdict}, ${proof.nameMark}, ${proof.responseSha256}, ${proof.provenAt})
      ON CONFLICT (response_sha256) DO NOTHING`)) === 1
  )
}

/** A proof by the id of the session it came from. */
export function findProof(q: Queryable, id: string): Promise<(Proof & { id: string }) | null> {
  return q.row(sql`SELECT id, ${columns} FROM wallet_proofs WHERE id = ${id}`)
}

export function findProofOf(q: Queryable, set: LinkSet): Promise<Proof | null> {
  return q.row<Proof>(sql`SELECT ${columns} FROM wallet_proofs WHERE ${isProofOf(set)}`)
}

/** Whether the third party and the creator are the same person to one voucher. */
export async function hasSameIdentity(q: Queryable, set: LinkSet): Promise<boolean> {
  const same = await q.row(sql`
    SELECT 1 FROM wallet_proofs WHERE ${isProofOf(set)} AND subject_mark =
      (SELECT creator_identity_mark FROM verifications WHERE id = ${set.verificationId})`)
  return same !== null
}

/** Whether a proof belongs to an owner. Until no process of 0.2.0 runs, a browser's set has its own two columns. */
function isProofOf(owner: DocumentOwner): Sql {
  if ('userId' in owner) return sql`user_id = ${owner.userId}`
  const { verificationId } = owner
  const isOfLink = sql`(verification_id = ${verificationId} OR set_verification_id = ${verificationId})`
  if ('setSha256' in owner) return sql`(${isOfLink} AND set_sha256 IS NOT DISTINCT FROM ${owner.setSha256})`
  return 'notSetSha256' in owner
    ? sql`(${isOfLink} AND set_sha256 IS DISTINCT FROM ${owner.notSetSha256})`
    : isOfLink
}

/**
 * Spends a creator's proof on the verification that the transaction creates: each proof counts for one verification.
 * Null if they have no such unspent proof that is at most a day old. The mark of an identity is returned and deleted.
 */
export function attachProof(
  tx: Transaction,
  { id, userId, verificationId, at }: { id: string; userId: string; verificationId: string; at: Date },
): Promise<Proof | null> {
  return tx.row<Proof>(sql`
    WITH unspent AS (
      SELECT id, ${columns} FROM wallet_proofs WHERE id = ${id} AND ${isUsableBy(userId, at)} FOR UPDATE),
    spent AS (
      UPDATE wallet_proofs SET spent_on = ${verificationId}, spent_at = ${at}, subject_mark = NULL
      WHERE id IN (SELECT id FROM unspent))
    SELECT ${columns} FROM unspent`)
}

/** A creator's proof while it can be used; null for none. `fullName` is the one that they have typed by now. */
export async function showOwnProof(
  { clock, database, signing }: Pick<Platform, 'clock' | 'database' | 'signing'>,
  { walletProofId, userId, fullName }: { walletProofId: string; userId: string; fullName: string },
): Promise<OwnProof | null> {
  const proof = await database.row<Proof & { id: string }>(sql`
    SELECT id, ${columns} FROM wallet_proofs
    WHERE id::text = ${walletProofId} AND ${isUsableBy(userId, clock.now())}`)
  if (!proof) return null
  const { id, voucherKind, nameVerdict, nameMark } = proof
  const issuerName = proof.issuerName ?? proof.voucherName
  const comparedName = nameMark === markName(signing, fullName) ? fullName : null
  return { id, issuerName, voucherKind, ...tellName(nameVerdict), comparedName }
}

/** Each proof counts for one verification, and for a day. */
function isUsableBy(userId: string, at: Date): Sql {
  const oldest = new Date(at.getTime() - unspentProofLifeMs)
  return sql`user_id = ${userId} AND spent_on IS NULL AND proven_at > ${oldest}`
}

async function deleteProofsOf(tx: Transaction, sets: LinkSets): Promise<void> {
  await tx.run(sql`DELETE FROM wallet_proofs WHERE ${isProofOf(sets)}`)
}

/** Deletes at most `limit` creators' proofs from before an instant that no verification used. Returns how many. */
function deleteUnspentBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM wallet_proofs WHERE id = ANY(ARRAY(
      SELECT id FROM wallet_proofs WHERE spent_on IS NULL AND user_id IS NOT NULL AND proven_at < ${instant}
      ORDER BY proven_at LIMIT ${limit})) AND spent_on IS NULL`)
}

/**
 * The same for proofs of third parties whose verification ended without becoming a record. A request loses its proof
 * together with its details (forget-invited.ts), so only requests that still have their details are searched, through
 * an index.
 */
function deleteProofsOfEnded(q: Queryable, limit: number): Promise<number> {
  const ended = sql`ANY(ARRAY(
    SELECT id FROM verifications WHERE status IN ('rejected', 'expired', 'cancelled') AND invited_erased_at IS NULL))`
  return q.run(sql`
    DELETE FROM wallet_proofs WHERE id = ANY(ARRAY(
      SELECT id FROM wallet_proofs WHERE verification_id = ${ended} OR set_verification_id = ${ended} LIMIT ${limit}))`)
}

/** A proof in the form stored in a record. The name counts only if the same one was compared and signed with. */
export function toProofSource(
  { computeMark }: Pick<Signing, 'computeMark'>,
  proof: Proof,
  { fullName, signature }: { fullName: string; signature: string },
): WalletSource | ProviderSource {
  const { nameVerdict, nameMark } = proof
  const source = toAgeSource(proof)
  const told = tellName(nameVerdict)
  if (!told) return source
  const isOfOther =
    nameMark !== markName({ computeMark }, fullName) || (told.nameAgrees && !isSameName(signature, fullName))
  return { ...source, nameAgrees: isOfOther ? null : told.nameAgrees }
}

function toAgeSource(proof: Proof): WalletSource | ProviderSource {
  const at = proof.provenAt.toISOString()
  if (proof.credentialType === null)
    return { step: 'provider', provider: proof.voucherName, by: proof.voucherKind, at }
  const { credentialType, issuerName, responseSha256: proofSha256 } = proof
  return { step: 'wallet', credentialType, issuerName, proofSha256, at }
}

/** A verdict as pages and records state it; null if the name wasn't asked for. */
export function tellName(verdict: NameVerdict | null): { nameAgrees: boolean | null } | null {
  return verdict && { nameAgrees: verdict === 'not_compared' ? null : verdict === 'agrees' }
}

/** The keyed hash of a compared name: a verdict about one name doesn't count for another. */
export function markName({ computeMark }: Pick<Signing, 'computeMark'>, fullName: string): string {
  return computeMark('wallet name', fullName.normalize('NFC').trim())
}

/** How long after its end the page may still ask for a session's outcome. */
const askableMs = 10 * 60 * 1000

/**
 * Deletes ended sessions, proofs that weren't used within a day, and the proofs of third parties whose request ended
 * without a record.
 */
export const forgetWalletsJob = defineJob(
  'forget-wallets',
  noPayload,
  async ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const computeAgo = (ms: number) => new Date(clock.now().getTime() - ms)
    await runInBatches((limit) => deleteSessionsEndedBefore(database, computeAgo(askableMs), limit))
    await runInBatches((limit) => deleteUnspentBefore(database, computeAgo(unspentProofLifeMs), limit))
    await runInBatches((limit) => deleteProofsOfEnded(database, limit))
  },
)

/** Deletes the proofs and sessions in sets of a link. */
export async function forgetWalletProofsOf(tx: Transaction, sets: LinkSets): Promise<void> {
  await deleteSessionsOf(tx, sets)
  await deleteProofsOf(tx, sets)
}

/** The data about a person's wallet: the requests to it, and its proof. */
export async function gatherWallet(q: Queryable, owner: DocumentOwner): Promise<PersonalWallet> {
  return {
    proofs: await q.rows(sql`
      SELECT credential_type, issuer_name, voucher_name, voucher_kind, name_verdict AS name, response_sha256 AS answer_sha256, proven_at
      FROM wallet_proofs WHERE ${isProofOf(owner)} ORDER BY proven_at`),
    requests: await q.rows(sql`
      SELECT credential_type, voucher, way, state, refusal, issuer_name, asks_name, claimed_name, today, name_verdict AS name,
        created_at AS asked_at, expires_at AS ends_at
      FROM wallet_sessions WHERE ${isOwnedBy(owner, sql`wallet_sessions`)} ORDER BY created_at`),
  }
}

/** Deletes at most `limit` requests to an account's wallet. Returns how many. */
export function eraseWalletRequestsOf(q: Queryable, userId: string, limit: number): Promise<number> {
  return deleteSome(q, sql`wallet_sessions`, sql`user_id = ${userId}`, limit)
}

/** Deletes at most `limit` proofs of an account's wallet. Returns how many. */
export function eraseWalletProofsOf(q: Queryable, userId: string, limit: number): Promise<number> {
  return deleteSome(q, sql`wallet_proofs`, sql`user_id = ${userId}`, limit)
}
