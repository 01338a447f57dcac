import type { DocumentBucket } from '../../../domain/document/document.ts'

/**
 * Where one stored file lies. `path` is `{owner}/{category}-{timestamp}.{ext}`; sealed records and copies of
 * somebody's data have buckets of their own.
 */
export type FileAddress = { bucket: DocumentBucket | 'records' | 'exports'; path: string }

/**
 * The private buckets. Whatever is put in is encrypted before it touches the disk or the network, bound to its address: bytes moved to
 * another address do not open.
 */
export type Storage = {
  /** Resolves once the file is durably stored. Replaces what was there. */
  put(address: FileAddress, bytes: Uint8Array): Promise<void>
  /** The plaintext, whole and verified; null when there is no such file. Throws when it was altered. */
  get(address: FileAddress): Promise<Uint8Array<ArrayBuffer> | null>
  /** Removes the file. Removing what is not there is no error. */
  remove(address: FileAddress): Promise<void>
  /** Resolves when the buckets can be written and read; rejects otherwise. */
  check(): Promise<void>
}
