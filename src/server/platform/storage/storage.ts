import type { DocumentBucket } from '../../../domain/document/document.ts'

/**
 * Where one stored file lies. `path` is `{owner}/{category}-{timestamp}.{ext}`; sealed records, copies of
 * somebody's data and the mark of the installation have buckets of their own.
 */
export type FileAddress = { bucket: DocumentBucket | 'records' | 'exports' | 'installation'; path: string }

/** The name of the file in its place, which the mover of files sees too. */
export function toKey({ bucket, path }: FileAddress): string {
  return `${bucket}/${path}`
}

/** There is a file, and it does not open: it was altered, another key wrote it, or a power cut left it blank. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
  /** Whether nothing but zeros, or not even those, is there. */
  readonly isBlank: boolean
  constructor(isBlank: boolean, cause: unknown) {
    super('a stored file cannot be opened', { cause })
    this.isBlank = isBlank
  }
}

/**
 * The store cannot do anything for us at the moment: it is away, silent, full or in trouble. It is unknown whether what was asked for
 * happened; asking again later is right. `cause` is what the driver said.
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  constructor(cause: unknown) {
    super('the storage is not available', { cause })
  }
}

/**
 * The private buckets. Whatever is put in is encrypted before it touches the disk or the network, bound to its address: bytes moved to
 * another address do not open. Everything throws StorageUnavailable while the store does not do it.
 */
export type Storage = {
  /** Resolves once the file is durably stored. Replaces what was there. */
  put(address: FileAddress, bytes: Uint8Array): Promise<void>
  /** The plaintext, whole and verified; null when there is no such file. Throws FileUnreadable when it does not open. */
  get(address: FileAddress): Promise<Uint8Array<ArrayBuffer> | null>
  /** Removes the file. Removing what is not there is no error. */
  remove(address: FileAddress): Promise<void>
  /** Resolves when the buckets can be written and read; rejects otherwise. */
  check(): Promise<void>
}
