import type { Creation } from '../../contract/verification.ts'
import type { EvidenceSource } from '../../domain/evidence/evidence.ts'
import type { Transaction } from '../platform/database/index.ts'

/** What the creator gave beside their word, for exactly what they typed. */
export async function creatorSources(
  _tx: Transaction,
  _given: { userId: string; verificationId: string; creation: Creation; at: Date },
): Promise<EvidenceSource[]> {
  return []
}
