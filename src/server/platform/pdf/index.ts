export { createSealer, type SealerOptions } from './create-sealer.ts'
export type { Block, DocumentContent, Fact } from './document-content.ts'
export { readArchivedCopy } from './long-term/archived-copy.ts'
export { keepRevokedInDatabase } from './long-term/revoked-certificates.ts'
export type {
  ArchivedCopy,
  SealedDocument,
  Sealer,
  TimestampOutcome,
  TimestampState,
  ValidationState,
} from './sealer.ts'
export { type DetachedJws, findSigner } from './sealing/detached-jws.ts'
export { joinCertificate, makeNextKey, makeRequest } from './sealing/next-key.ts'
export { findIssuer, makeSealKey, parseSealKey } from './sealing/seal-key.ts'
export { isSigned } from './sealing/sign-succession.ts'
export type { Succession } from './sealing/succession.ts'
export { findStampedInstant } from './sealing/timestamp-token.ts'
