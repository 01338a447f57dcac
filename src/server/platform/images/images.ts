import type { DocumentType } from '../../../domain/document/document.ts'

/** Bytes that were decoded and encoded again: nothing of the original container, its metadata or what was hidden behind it remains. */
export type CleanFile = { bytes: Uint8Array; type: DocumentType }

export type CleaningFault = 'damaged' | 'too_many_pixels'

/**
 * Looks at files that strangers sent. Runs off the event loop, a bounded number at a time. Bytes in a SharedArrayBuffer reach its threads
 * without a copy, and cleaned pictures come back in one.
 */
export type Images = {
  /** The media type that the file's own bytes claim, null when unknown. */
  detectType(bytes: Uint8Array): Promise<string | null>
  /** Hex SHA-256. */
  sha256(bytes: Uint8Array): Promise<string>
  /**
   * A JPEG or PNG as a fresh, upright JPEG or PNG without metadata; a PDF unchanged once its structure is one that readers open.
   * A fault instead when the file is truncated, corrupt, or larger than `imageMaxPixels`.
   */
  clean(bytes: Uint8Array, type: DocumentType): Promise<CleanFile | { fault: CleaningFault }>
}
