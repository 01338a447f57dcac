import type { KeptType } from '../../../domain/document/document.ts'
import { hashHex } from '../hash-hex.ts'
import type { CleanFile, CleaningFault } from './images.ts'

/** What a process says of a file besides its clean bytes, or why there are none. */
export type FileHead = Omit<CleanFile, 'bytes'> | { fault: CleaningFault }

/** The encoded bytes with their type and fingerprint, or why there are none. */
export function describeFile(
  encoded: Uint8Array | { fault: CleaningFault },
  type: KeptType,
): { head: FileHead; bytes?: Uint8Array } {
  return 'fault' in encoded ? { head: encoded } : { head: { type, sha256: hashHex(encoded) }, bytes: encoded }
}
