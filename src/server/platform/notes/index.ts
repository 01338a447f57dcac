export { createNoteSigner, type NoteSigner } from './note-signer.ts'
export { cosignatureBy, formatNote } from './signed-note.ts'
export { parseVerifierKey, type VerifierKey } from './verifier-key.ts'
