import { writeCanonicalJson } from '../../domain/canonical-json.ts'
import type { Claims } from '../../domain/identity-document/verdict.ts'
import { hashHex } from '../platform/hash-hex.ts'

/** What was typed, as a hash that another document's is not comparable with. */
export function hashClaims(documentId: string, { fullName, dateOfBirth }: Claims): string {
  return hashHex(writeCanonicalJson({ documentId, fullName: fullName.trim(), dateOfBirth }))
}
