import type { Creation } from '../../contract/creation.ts'
import type { EvidenceSource } from '../../domain/evidence/evidence.ts'
import { findDocumentSource } from '../document-readings/index.ts'
import { findProviderSource } from '../identity-checks/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { attachWalletProof, toWalletSource } from '../wallets/index.ts'

/** What the creator gave beside their word, for exactly what they typed. */
export async function gatherCreatorSources(
  tx: Transaction,
  {
    creation,
    userId,
    verificationId,
    at,
  }: { userId: string; verificationId: string; creation: Creation; at: Date },
): Promise<EvidenceSource[]> {
  if (creation.type === 'person') return []
  const { idDocumentId, fullName, dateOfBirth, signature, signatureDate } = creation
  const read =
    idDocumentId === null
      ? null
      : await findDocumentSource(tx, {
          documentId: idDocumentId,
          claims: { fullName, dateOfBirth },
          day: signatureDate,
          signature,
        })
  const checked = await findProviderSource(tx, { userId }, { fullName, signature })
  const id = creation.walletProofId
  const proof = id === null ? null : await attachWalletProof(tx, { id, userId, verificationId, at })
  return [read, checked, proof && toWalletSource(proof)].filter((source) => source !== null)
}
