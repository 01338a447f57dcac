import type { PersonalWallet } from '../../contract/personal-data.ts'
import type { DocumentOwner } from '../documents/index.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'

function isOf(owner: DocumentOwner): Sql {
  return 'userId' in owner ? sql`user_id = ${owner.userId}` : sql`verification_id = ${owner.verificationId}`
}

/** What is known of somebody's wallet: that it was asked, and what that proved. */
export async function gatherWallet(q: Queryable, owner: DocumentOwner): Promise<PersonalWallet> {
  return {
    proofs: await q.rows(sql`
      SELECT credential_type AS "credentialType", issuer_name AS "issuerName", response_sha256 AS "answerSha256",
        proven_at AS "provenAt"
      FROM wallet_proofs WHERE ${isOf(owner)} ORDER BY proven_at`),
    requests: await q.rows(sql`
      SELECT credential_type AS "credentialType", way, state, refusal, issuer_name AS "issuerName",
        created_at AS "askedAt", expires_at AS "endsAt"
      FROM wallet_sessions WHERE ${isOf(owner)} ORDER BY created_at`),
  }
}

export async function eraseWalletOf(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`DELETE FROM wallet_sessions WHERE user_id = ${userId}`)
  await tx.run(sql`DELETE FROM wallet_proofs WHERE user_id = ${userId}`)
}
