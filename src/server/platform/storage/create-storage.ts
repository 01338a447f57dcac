import { Disk } from 'flydrive'
import type { Encryption } from '../encryption/index.ts'
import { folderPlace } from './folder-place.ts'
import type { Place } from './place.ts'
import { type FileAddress, FileUnreadable, type Storage } from './storage.ts'

export type StorageOptions = { encryption: Encryption } & ({ folder: string } | { place: Place })

/** The private buckets below one folder, or as prefixes of one S3 bucket; either way everything in them is encrypted. */
export function createStorage(options: StorageOptions): Storage {
  const place: Place = 'folder' in options ? folderPlace(options.folder) : options.place
  const disk = new Disk(place.driver)
  const { encryption } = options

  return {
    async put(address, bytes) {
      const key = keyOf(address)
      await disk.put(key, await encryption.seal(bytes, contextOf(address)))
      await place.makeDurable(key)
    },
    async get(address) {
      const key = keyOf(address)
      const sealed = await disk.getBytes(key).catch((error: unknown) => {
        if (place.isMissing(error)) return null
        throw error
      })
      if (!sealed) return null
      return encryption.open(sealed, contextOf(address)).catch((error: unknown) => {
        throw new FileUnreadable(isBlank(sealed), error)
      })
    },
    async remove(address) {
      const key = keyOf(address)
      await disk.delete(key)
      await place.makeRemovalDurable(key)
    },
    check: () => place.check(disk),
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0)
}

function keyOf({ bucket, path }: FileAddress): string {
  return `${bucket}/${path}`
}

function contextOf({ bucket, path }: FileAddress) {
  return { bucket, path, owner: path.split('/')[0] ?? '' }
}
