export { createNoteSigner, type NoteSigner } from './note-signer.ts'
export { findCosignature, formatNote } from './signed-note.ts'
export { parseVerifierKey, type VerifierKey } from './verifier-key.ts'
