import { Disk } from 'flydrive'
import { openFolderPlace } from './folder-place.ts'
import type { Listed, Place } from './place.ts'

/** The stored bytes as they lie there, for who carries them elsewhere: nothing is decrypted, and no key is at hand. */
export type EncryptedFiles = {
  /** Every file with its size, in no order. */
  list(): AsyncIterable<Listed>
  /** Null when there is no such file. */
  get(key: string): Promise<Uint8Array | null>
  /** Resolves once the file is durably stored. Replaces what was there; one that is killed in the middle may leave half. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Resolves once a power cut does not bring it back. Removing what is not there is no error. */
  remove(key: string): Promise<void>
}

export function createEncryptedFiles(options: { folder: string } | { place: Place }): EncryptedFiles {
  const place = 'folder' in options ? openFolderPlace(options.folder) : options.place
  const disk = new Disk(place.driver)
  return {
    list: () => place.list(),
    async get(key) {
      return disk.getBytes(key).catch((error: unknown) => {
        if (place.isMissing(error)) return null
        throw error
      })
    },
    async put(key, bytes) {
      await disk.put(key, bytes)
      await place.makeDurable(key)
    },
    async remove(key) {
      await disk.delete(key)
      await place.makeRemovalDurable(key)
    },
  }
}
