import { join } from 'node:path'
import { Disk } from 'flydrive'
import type { DocumentBucket } from '../../../domain/document.ts'
import { KeyServiceUnavailable, type ResealingEncryption } from '../encryption/index.ts'
import { hashHex } from '../hash-hex.ts'
import { openFolderPlace, type Place } from './place.ts'
import type { S3Options } from './s3-place.ts'

export { getCause } from './place.ts'

/**
 * The address of one stored file. `path` is `{owner}/{category}-{timestamp}.{ext}`; sealed records, copies of personal
 * data and the mark of the installation have their own buckets.
 */
export type FileAddress = { bucket: DocumentBucket | 'records' | 'exports' | 'installation'; path: string }

export function toKey({ bucket, path }: FileAddress): string {
  return `${bucket}/${path}`
}

/** The file exists but can't be opened: it was altered, another key wrote it, or a power failure left it blank. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
  /** Whether the file has only zeros, or no bytes. */
  readonly isBlank: boolean
  constructor(isBlank: boolean, cause: unknown) {
    super('a stored file cannot be opened', { cause })
    this.isBlank = isBlank
  }
}

/**
 * The store can't serve at the moment: it is down, silent, full or failing. The operation may or may not have happened;
 * the caller should retry later. `cause` is the driver's error.
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  constructor(cause: unknown) {
    super('the storage is not available', { cause })
  }
}

/**
 * The private buckets. Every file is encrypted before it reaches the disk or the network, and bound to its address:
 * bytes moved to another address don't open. All methods throw StorageUnavailable while the store fails.
 */
export type Storage = {
  /** Stores or replaces a file. Resolves once it is durable. */
  put(address: FileAddress, bytes: Uint8Array): Promise<void>
  /**
   * The complete, verified plaintext; null when there is no such file. Throws FileUnreadable when it can't be opened.
   */
  get(address: FileAddress): Promise<Uint8Array<ArrayBuffer> | null>
  remove(address: FileAddress): Promise<void>
  /** Resolves when the buckets can be read and written; rejects otherwise. */
  check(): Promise<void>
}

/** Adds resealing, for key rotation. */
export type ResealingStorage = Storage & {
  /** Whether the file exists and was sealed with a former key. Throws as `get` does. */
  needsReseal(address: FileAddress): Promise<boolean>
  /**
   * Encrypts a file again that was sealed with a former key, and returns whether it did. The file must not be removed
   * at the same time. Throws as `get` does.
   */
  reseal(address: FileAddress): Promise<boolean>
}

type StorageOptions = { encryption: ResealingEncryption } & ({ folder: string } | { place: Place })

/** Opens the private buckets below one folder, or as prefixes of one S3 bucket; everything in them is encrypted. */
export function createStorage(options: StorageOptions): ResealingStorage {
  const place: Place = 'folder' in options ? openFolderPlace(options.folder) : options.place
  const disk = new Disk(place.driver)
  const { encryption } = options
  /** The result of `open` for the stored bytes; null when there are none. */
  const read = async <T>(key: string, open: (sealed: Uint8Array) => Promise<T>): Promise<T | null> => {
    const sealed = await reachPlace(() =>
      disk.getBytes(key).catch((error: unknown) => {
        if (place.isMissing(error)) return null
        throw error
      }),
    )
    if (!sealed) return null
    return open(sealed).catch((error: unknown) => {
      if (error instanceof KeyServiceUnavailable) throw new StorageUnavailable(error)
      throw new FileUnreadable(isBlank(sealed), error)
    })
  }
  const reseal = (address: FileAddress) =>
    read(toKey(address), (sealed) => encryption.reseal(sealed, nameContext(address)))

  return {
    async put(address, bytes) {
      const key = toKey(address)
      await reachPlace(async () => {
        const sealed = await encryption.seal(bytes, nameContext(address))
        await disk.put(key, sealed)
        await place.makeDurable(key)
      })
    },
    get: (address) => read(toKey(address), (sealed) => encryption.open(sealed, nameContext(address))),
    needsReseal: async (address) => (await reseal(address)) !== null,
    async reseal(address) {
      const resealed = await reseal(address)
      if (resealed) await reachPlace(() => place.replace(disk, toKey(address), resealed))
      return resealed !== null
    },
    async remove(address) {
      const key = toKey(address)
      await reachPlace(async () => {
        await disk.delete(key)
        await place.makeRemovalDurable(key)
      })
    },
    check: () => reachPlace(() => place.check(disk)),
  }
}

/** Runs `work` and throws StorageUnavailable when it fails. */
async function reachPlace<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new StorageUnavailable(error)
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0)
}

function nameContext({ bucket, path }: FileAddress) {
  return { bucket, path, owner: path.split('/')[0] ?? '' }
}

/** The keys of all stored files, unordered. */
export function listStoredKeys(options: { folder: string } | { place: Place }): AsyncIterable<string> {
  return ('folder' in options ? openFolderPlace(options.folder) : options.place).list()
}

/**
 * Opens the configured place for files: the bucket if there is one, otherwise a folder in the data folder. The S3 SDK
 * is loaded only for a bucket.
 */
export async function openFilesPlace({
  s3,
  dataDir,
}: {
  s3: S3Options | null
  dataDir: string
}): Promise<{ place: Place } | { folder: string }> {
  if (!s3) return { folder: join(dataDir, 'files') }
  const { openS3Place } = await import('./s3-place.ts')
  return { place: openS3Place(s3) }
}

/**
 * The fault of a stored file, checked against its SHA-256 if known; null when it is intact. Throws when the file can't
 * be read at all.
 */
export async function findFault(
  storage: Pick<Storage, 'get'>,
  address: FileAddress,
  sha256: string | null,
): Promise<'missing' | 'altered, or encrypted with another key' | null> {
  const bytes = await storage.get(address).catch((error: unknown) => {
    if (error instanceof FileUnreadable) return 'closed' as const
    throw error
  })
  if (bytes === null) return 'missing'
  return bytes === 'closed' || (sha256 !== null && hashHex(bytes) !== sha256)
    ? 'altered, or encrypted with another key'
    : null
}
