import type { DocumentType, KeptType } from '../../../domain/document.ts'
import { hashHex } from '../hash-hex.ts'
import type { Asker } from '../waiting/index.ts'

/**
 * Bytes that were decoded and encoded again, with their hex SHA-256: nothing of the original container, its metadata or
 * what was hidden in or behind it remains.
 */
export type CleanFile = { bytes: Uint8Array; type: KeptType; sha256: string }

/**
 * Why a PDF is not drawn: it is no whole one, asks for a password, has more than `pdfMaxPages`, or takes too much time
 * or memory.
 */
export type DrawingFault = 'damaged' | 'locked' | 'too_many_pages' | 'too_complex'

/** `busy`: too many wait, for this caller or in total, and it was not looked at. */
export type CleaningFault = DrawingFault | 'too_many_pixels' | 'busy'

/**
 * Looks at files that strangers sent. Decoding runs in processes of its own, a bounded number at a time. Clean files
 * come in a SharedArrayBuffer, which other threads see without a copy.
 */
export type Images = {
  /** The media type that the file's own bytes claim, null when unknown. */
  detectType(bytes: Uint8Array): Promise<string | null>
  /**
   * A JPEG or PNG as a fresh, upright JPEG or PNG without metadata; a PDF as one JPEG of its pages, below each other:
   * its scripts, links and attachments are neither read nor kept. A fault instead when the file is truncated, corrupt,
   * or above a limit. Callers take turns; null is the server itself.
   */
  clean(
    bytes: Uint8Array,
    type: DocumentType,
    by: Asker | null,
  ): Promise<CleanFile | { fault: CleaningFault }>
}

/** The properties of a clean file without its bytes, or why there is none. */
export type FileHead = Omit<CleanFile, 'bytes'> | { fault: CleaningFault }

/** The encoded bytes with their type and fingerprint, or why there are none. */
export function describeFile(
  encoded: Uint8Array | { fault: CleaningFault },
  type: KeptType,
): { head: FileHead; bytes?: Uint8Array } {
  return 'fault' in encoded ? { head: encoded } : { head: { type, sha256: hashHex(encoded) }, bytes: encoded }
}
