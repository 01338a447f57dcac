import type { PersonalWallet } from '../../contract/personal-data.ts'
import type { WalletSource } from '../../domain/evidence/evidence.ts'
import { type CredentialType, unspentProofLifeMs } from '../../domain/wallet.ts'
import { type DocumentOwner, isOf } from '../documents/index.ts'
import { type Queryable, sql, type Transaction, workInBatches } from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteSessionsEndedBefore, deleteSessionsOf } from './session-store.ts'

/** That a person is 18 or over, as a verification and its record have it. */
type WalletProof = {
  credentialType: CredentialType
  issuerName: string
  /** SHA-256 of the signed response, hex. */
  proofSha256: string
  provenAt: Date
}

const columns = sql`credential_type AS "credentialType", issuer_name AS "issuerName", response_sha256 AS "proofSha256",
  proven_at AS "provenAt"`

/**
 * Keeps a proof. A third party's takes the place of an earlier one of theirs. False, having kept nothing, for a
 * response that was given before.
 */
export async function insertProof(
  tx: Transaction,
  proof: WalletProof & { id: string; userId: string | null; verificationId: string | null },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      INSERT INTO wallet_proofs (id, user_id, verification_id, credential_type, issuer_name, response_sha256, proven_at)
      SELECT ${proof.id}::uuid, ${proof.userId}::uuid, ${proof.verificationId}::uuid, ${proof.credentialType}::text,
        ${proof.issuerName}::text, ${proof.proofSha256}::text, ${proof.provenAt}::timestamptz
      WHERE NOT EXISTS (SELECT 1 FROM wallet_proofs WHERE response_sha256 = ${proof.proofSha256})
      ON CONFLICT (verification_id) DO UPDATE SET id = excluded.id, credential_type = excluded.credential_type,
        issuer_name = excluded.issuer_name, response_sha256 = excluded.response_sha256, proven_at = excluded.proven_at`)) ===
    1
  )
}

/** A proof by the id of the session that it came from. */
export function findProof(q: Queryable, id: string): Promise<(WalletProof & { id: string }) | null> {
  return q.row(sql`SELECT id, ${columns} FROM wallet_proofs WHERE id = ${id}`)
}

/** The proof of a verification's third party, if they gave one. */
export function findWalletProof(q: Queryable, verificationId: string): Promise<WalletProof | null> {
  return q.row<WalletProof>(
    sql`SELECT ${columns} FROM wallet_proofs WHERE verification_id = ${verificationId}`,
  )
}

/**
 * Spends a creator's proof on the verification that the transaction makes: one proof, one verification. Null when there
 * is no such proof of theirs that is unspent and not older than a day.
 */
export function attachWalletProof(
  tx: Transaction,
  { id, userId, verificationId, at }: { id: string; userId: string; verificationId: string; at: Date },
): Promise<WalletProof | null> {
  const oldest = new Date(at.getTime() - unspentProofLifeMs)
  return tx.row<WalletProof>(sql`
    UPDATE wallet_proofs SET spent_on = ${verificationId}, spent_at = ${at}
    WHERE id = ${id} AND user_id = ${userId} AND spent_on IS NULL AND proven_at > ${oldest}
    RETURNING ${columns}`)
}

async function deleteProofOf(tx: Transaction, verificationId: string): Promise<void> {
  await tx.run(sql`DELETE FROM wallet_proofs WHERE verification_id = ${verificationId}`)
}

/** Forgets at most `limit` proofs that no verification came to rely on since an instant. Answers how many. */
function deleteUnspentBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM wallet_proofs WHERE id = ANY(ARRAY(
      SELECT id FROM wallet_proofs WHERE spent_on IS NULL AND user_id IS NOT NULL AND proven_at < ${instant}
      ORDER BY proven_at LIMIT ${limit})) AND spent_on IS NULL`)
}

/**
 * The same for proofs of third parties whose verification ended without becoming a record. With its details a request
 * loses its proof (forget-invited.ts), so that only those that still have them are looked at, which an index finds.
 */
function deleteProofsOfEnded(q: Queryable, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM wallet_proofs WHERE id = ANY(ARRAY(
      SELECT id FROM wallet_proofs WHERE verification_id = ANY(ARRAY(
        SELECT id FROM verifications WHERE status IN ('rejected', 'expired', 'cancelled') AND invited_erased_at IS NULL))
      LIMIT ${limit}))`)
}

/** A proof as a record has it. */
export function toWalletSource({
  credentialType,
  issuerName,
  proofSha256,
  provenAt,
}: WalletProof): WalletSource {
  return { step: 'wallet', credentialType, issuerName, proofSha256, at: provenAt.toISOString() }
}

/** How long the page may still ask how a session ended. */
const askableMs = 10 * 60 * 1000

/**
 * Deletes sessions that are over, proofs that were not used for a day, and those of third parties whose request came to
 * nothing.
 */
export const forgetWalletsJob = defineJob(
  'forget-wallets',
  noPayload,
  async ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const computeAgo = (ms: number) => new Date(clock.now().getTime() - ms)
    await workInBatches((limit) => deleteSessionsEndedBefore(database, computeAgo(askableMs), limit))
    await workInBatches((limit) => deleteUnspentBefore(database, computeAgo(unspentProofLifeMs), limit))
    await workInBatches((limit) => deleteProofsOfEnded(database, limit))
  },
)

/** Forgets what the third party of a verification proved, and asked: another person is to be its third party. */
export async function forgetWalletProofOf(tx: Transaction, verificationId: string): Promise<void> {
  await deleteSessionsOf(tx, verificationId)
  await deleteProofOf(tx, verificationId)
}

/** The data about a person's wallet: that it was asked, and its proof. */
export async function gatherWallet(q: Queryable, owner: DocumentOwner): Promise<PersonalWallet> {
  return {
    proofs: await q.rows(sql`
      SELECT credential_type AS "credentialType", issuer_name AS "issuerName", response_sha256 AS "answerSha256",
        proven_at AS "provenAt"
      FROM wallet_proofs WHERE ${isOf(owner, sql`wallet_proofs`)} ORDER BY proven_at`),
    requests: await q.rows(sql`
      SELECT credential_type AS "credentialType", way, state, refusal, issuer_name AS "issuerName",
        created_at AS "askedAt", expires_at AS "endsAt"
      FROM wallet_sessions WHERE ${isOf(owner, sql`wallet_sessions`)} ORDER BY created_at`),
  }
}

export async function eraseWalletOf(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`DELETE FROM wallet_sessions WHERE user_id = ${userId}`)
  await tx.run(sql`DELETE FROM wallet_proofs WHERE user_id = ${userId}`)
}
