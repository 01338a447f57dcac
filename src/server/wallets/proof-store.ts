import type { PersonalWallet } from '../../contract/personal-data.ts'
import type { WalletSource } from '../../domain/evidence/evidence.ts'
import { type CredentialType, unspentProofLifeMs } from '../../domain/wallet.ts'
import { type DocumentOwner, isOwnedBy } from '../documents/index.ts'
import {
  deleteSome,
  type Queryable,
  runInBatches,
  sql,
  type Transaction,
} from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteSessionsEndedBefore, deleteSessionsOf } from './session-store.ts'

/** Proof that a person is 18 or over, as stored in a verification and its record. */
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
 * Stores a proof. A third party's proof replaces their earlier one. Returns false, and stores nothing, for a response
 * that was already used.
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

/** A proof by the id of the session it came from. */
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
 * Spends a creator's proof on the verification that the transaction creates: each proof counts for one verification.
 * Null if they have no such unspent proof that is at most a day old.
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
  return q.run(sql`
    DELETE FROM wallet_proofs WHERE id = ANY(ARRAY(
      SELECT id FROM wallet_proofs WHERE verification_id = ANY(ARRAY(
        SELECT id FROM verifications WHERE status IN ('rejected', 'expired', 'cancelled') AND invited_erased_at IS NULL))
      LIMIT ${limit}))`)
}

/** A proof in the form stored in a record. */
export function toWalletSource({
  credentialType,
  issuerName,
  proofSha256,
  provenAt,
}: WalletProof): WalletSource {
  return { step: 'wallet', credentialType, issuerName, proofSha256, at: provenAt.toISOString() }
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

/** Deletes the proof and sessions of a verification's third party, because another person becomes its third party. */
export async function forgetWalletProofOf(tx: Transaction, verificationId: string): Promise<void> {
  await deleteSessionsOf(tx, verificationId)
  await deleteProofOf(tx, verificationId)
}

/** The data about a person's wallet: the requests to it, and its proof. */
export async function gatherWallet(q: Queryable, owner: DocumentOwner): Promise<PersonalWallet> {
  return {
    proofs: await q.rows(sql`
      SELECT credential_type AS "credentialType", issuer_name AS "issuerName", response_sha256 AS "answerSha256",
        proven_at AS "provenAt"
      FROM wallet_proofs WHERE ${isOwnedBy(owner, sql`wallet_proofs`)} ORDER BY proven_at`),
    requests: await q.rows(sql`
      SELECT credential_type AS "credentialType", way, state, refusal, issuer_name AS "issuerName",
        created_at AS "askedAt", expires_at AS "endsAt"
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
