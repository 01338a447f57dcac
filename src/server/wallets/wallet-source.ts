import type { WalletSource } from '../../domain/evidence/evidence.ts'
import type { WalletProof } from './proof-store.ts'

/** A proof as a record has it. */
export function toWalletSource({
  credentialType,
  issuerName,
  proofSha256,
  provenAt,
}: WalletProof): WalletSource {
  return { step: 'wallet', credentialType, issuerName, proofSha256, at: provenAt.toISOString() }
}
