import type { DocumentType, KeptType } from '../../../domain/document/document.ts'

/** Bytes that were decoded and encoded again: nothing of the original container, its metadata or what was hidden in or behind it remains. */
export type CleanFile = { bytes: Uint8Array; type: KeptType }

/** Why a PDF is not drawn: it is no whole one, asks for a password, has more than `pdfMaxPages`, or takes too much time or memory. */
export type DrawingFault = 'damaged' | 'locked' | 'too_many_pages' | 'too_complex'

export type CleaningFault = DrawingFault | 'too_many_pixels'

/** Three bytes a pixel, red first, rows from the top. */
export type Drawing = { pixels: Uint8Array; width: number; height: number }

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
   * A JPEG or PNG as a fresh, upright JPEG or PNG without metadata; a PDF as one JPEG of its pages, below each other: what it would run,
   * open, fetch or carry along is not looked at and not kept. A fault instead when the file is truncated, corrupt, or above a limit.
   */
  clean(bytes: Uint8Array, type: DocumentType): Promise<CleanFile | { fault: CleaningFault }>
}
