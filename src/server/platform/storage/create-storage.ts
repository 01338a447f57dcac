import { Disk } from 'flydrive'
import { type Encryption, KeyServiceUnavailable } from '../encryption/index.ts'
import { openFolderPlace } from './folder-place.ts'
import type { Place } from './place.ts'
import { type FileAddress, FileUnreadable, type Storage, StorageUnavailable, toKey } from './storage.ts'

export type StorageOptions = { encryption: Encryption } & ({ folder: string } | { place: Place })

/** The private buckets below one folder, or as prefixes of one S3 bucket; either way everything in them is encrypted. */
export function createStorage(options: StorageOptions): Storage {
  const place: Place = 'folder' in options ? openFolderPlace(options.folder) : options.place
  const disk = new Disk(place.driver)
  const { encryption } = options

  return {
    async put(address, bytes) {
      const key = toKey(address)
      await reachPlace(async () => {
        const sealed = await encryption.seal(bytes, nameContext(address))
        await disk.put(key, sealed)
        await place.makeDurable(key)
      })
    },
    async get(address) {
      const key = toKey(address)
      const sealed = await reachPlace(() =>
        disk.getBytes(key).catch((error: unknown) => {
          if (place.isMissing(error)) return null
          throw error
        }),
      )
      if (!sealed) return null
      return encryption.open(sealed, nameContext(address)).catch((error: unknown) => {
        if (error instanceof KeyServiceUnavailable) throw new StorageUnavailable(error)
        throw new FileUnreadable(isBlank(sealed), error)
      })
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
