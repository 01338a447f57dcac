import type { Creation } from '../../contract/verification.ts'
import type { EvidenceSource } from '../../domain/evidence/evidence.ts'
import type { Transaction } from '../platform/database/index.ts'
import { attachWalletProof, walletSource } from '../wallets/index.ts'

/** What the creator gave beside their word, for exactly what they typed. */
export async function creatorSources(
  tx: Transaction,
  {
    creation,
    userId,
    verificationId,
    at,
  }: { userId: string; verificationId: string; creation: Creation; at: Date },
): Promise<EvidenceSource[]> {
  const id = creation.type === 'age' ? creation.walletProofId : null
  const proof = id === null ? null : await attachWalletProof(tx, { id, userId, verificationId, at })
  return proof ? [walletSource(proof)] : []
}
