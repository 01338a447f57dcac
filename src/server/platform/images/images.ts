import type { DocumentType, KeptType } from '../../../domain/document/document.ts'

/**
 * Bytes that were decoded and encoded again, with their hex SHA-256: nothing of the original container, its metadata or what was hidden in or
 * behind it remains.
 */
export type CleanFile = { bytes: Uint8Array; type: KeptType; sha256: string }

/** Why a PDF is not drawn: it is no whole one, asks for a password, has more than `pdfMaxPages`, or takes too much time or memory. */
export type DrawingFault = 'damaged' | 'locked' | 'too_many_pages' | 'too_complex'

export type CleaningFault = DrawingFault | 'too_many_pixels'

/**
 * Looks at files that strangers sent. Decoding runs in processes of its own, a bounded number at a time. Clean files come in a
 * SharedArrayBuffer, which other threads see without a copy.
 */
export type Images = {
  /** The media type that the file's own bytes claim, null when unknown. */
  detectType(bytes: Uint8Array): Promise<string | null>
  /**
   * A JPEG or PNG as a fresh, upright JPEG or PNG without metadata; a PDF as one JPEG of its pages, below each other: what it would run,
   * open, fetch or carry along is not looked at and not kept. A fault instead when the file is truncated, corrupt, or above a limit.
   */
  clean(bytes: Uint8Array, type: DocumentType): Promise<CleanFile | { fault: CleaningFault }>
}
