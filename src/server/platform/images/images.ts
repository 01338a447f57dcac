import type { DocumentType, KeptType } from '../../../domain/document.ts'
import { hashHex } from '../hash-hex.ts'
import type { Requester } from '../waiting/index.ts'

/**
 * Bytes that were decoded and encoded again, with their hex SHA-256. Nothing of the original container, its metadata or
 * hidden content remains.
 */
export type CleanFile = { bytes: Uint8Array; type: KeptType; sha256: string }

/**
 * The reason why a PDF isn't drawn: it is incomplete, needs a password, has more than `pdfMaxPages`, or takes too much
 * time or memory.
 */
export type DrawingFault = 'damaged' | 'locked' | 'too_many_pages' | 'too_complex'

/** `busy`: too many files are waiting, for this caller or in total, and the file wasn't examined. */
export type CleaningFault = DrawingFault | 'too_many_pixels' | 'busy'

/**
 * Examines untrusted files. Decoding runs in separate processes, a limited number at a time. Clean files are returned
 * in a SharedArrayBuffer, which other threads can read without a copy.
 */
export type Images = {
  /** The media type by the file's own bytes, null when unknown. */
  detectType(bytes: Uint8Array): Promise<string | null>
  /**
   * Returns a JPEG or PNG as a new, upright JPEG or PNG without metadata, and a PDF as one JPEG of its pages below each
   * other: its scripts, links and attachments are neither read nor kept. Returns a fault when the file is truncated,
   * corrupt, or above a limit. Callers take turns; null is the server itself.
   */
  clean(
    bytes: Uint8Array,
    type: DocumentType,
    by: Requester | null,
  ): Promise<CleanFile | { fault: CleaningFault }>
}

/** The properties of a clean file without its bytes, or the fault. */
export type FileHead = Omit<CleanFile, 'bytes'> | { fault: CleaningFault }

/** The encoded bytes with their type and fingerprint, or the fault. */
export function describeFile(
  encoded: Uint8Array | { fault: CleaningFault },
  type: KeptType,
): { head: FileHead; bytes?: Uint8Array } {
  return 'fault' in encoded ? { head: encoded } : { head: { type, sha256: hashHex(encoded) }, bytes: encoded }
}
