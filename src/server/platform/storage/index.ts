import { join } from 'node:path'
import { Disk } from 'flydrive'
import type { DocumentBucket } from '../../../domain/document.ts'
import { KeyServiceUnavailable, type ResealingEncryption } from '../encryption/index.ts'
import { hashHex } from '../hash-hex.ts'
import { openFolderPlace, type Place } from './place.ts'
import type { S3Options } from './s3-place.ts'

export { getCause } from './place.ts'

/**
 * The place of one stored file. `path` is `{owner}/{category}-{timestamp}.{ext}`; sealed records, copies of personal
 * data and the mark of the installation have buckets of their own.
 */
export type FileAddress = { bucket: DocumentBucket | 'records' | 'exports' | 'installation'; path: string }

/** The name of the file in its place. */
export function toKey({ bucket, path }: FileAddress): string {
  return `${bucket}/${path}`
}

/** There is a file, and it does not open: it was altered, another key wrote it, or a power cut left it blank. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
  /** Whether there are only zeros, or no bytes at all. */
  readonly isBlank: boolean
  constructor(isBlank: boolean, cause: unknown) {
    super('a stored file cannot be opened', { cause })
    this.isBlank = isBlank
  }
}

/**
 * The store cannot do anything for us at the moment: it is away, silent, full or in trouble. It is unknown whether what
 * was asked for happened; asking again later is right. `cause` is what the driver said.
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  constructor(cause: unknown) {
    super('the storage is not available', { cause })
  }
}

/**
 * The private buckets. Every file is encrypted before it touches the disk or the network, bound to its address: bytes
 * moved to another address do not open. Everything throws StorageUnavailable while the store fails.
 */
export type Storage = {
  /** Resolves once the file is durably stored. Replaces what was there. */
  put(address: FileAddress, bytes: Uint8Array): Promise<void>
  /**
   * The plaintext, whole and verified; null when there is no such file. Throws FileUnreadable when it does not open.
   */
  get(address: FileAddress): Promise<Uint8Array<ArrayBuffer> | null>
  /** Removes the file. Removing what is not there is no error. */
  remove(address: FileAddress): Promise<void>
  /** Resolves when the buckets can be written and read; rejects otherwise. */
  check(): Promise<void>
}

/** The same, for the change of its key. */
export type ResealingStorage = Storage & {
  /** Whether there is a file, and a former key sealed it. Throws as `get` does. */
  needsReseal(address: FileAddress): Promise<boolean>
  /** Encrypts such a file again, and answers whether it was one. Nothing may remove it meanwhile. Throws as `get` does. */
  reseal(address: FileAddress): Promise<boolean>
}

type StorageOptions = { encryption: ResealingEncryption } & ({ folder: string } | { place: Place })

/**
 * The private buckets below one folder, or as prefixes of one S3 bucket; either way everything in them is encrypted.
 */
export function createStorage(options: StorageOptions): ResealingStorage {
  const place: Place = 'folder' in options ? openFolderPlace(options.folder) : options.place
  const disk = new Disk(place.driver)
  const { encryption } = options
  /** What `open` makes of the stored bytes; null when there are none. */
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

/** Does something at the place; throws StorageUnavailable when it cannot be done. */
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

/** The names of all stored files, in no order. */
export function listStoredKeys(options: { folder: string } | { place: Place }): AsyncIterable<string> {
  return ('folder' in options ? openFolderPlace(options.folder) : options.place).list()
}

/**
 * Where files are kept: in the bucket when there is one, else below the data folder. The SDK of S3 is loaded only for a
 * bucket.
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
 * Why a stored file is not what its row says, by its SHA-256 where that is noted; null when it is. Throws when it
 * cannot be read at all.
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
