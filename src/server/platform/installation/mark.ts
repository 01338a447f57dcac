import { type FileAddress, FileUnreadable, type Storage } from '../storage/index.ts'

const address: FileAddress = { bucket: 'installation', path: 'mark' }

/** What a store says of itself: the id of its installation. */
export type Mark = { id: string }

/**
 * What the store says of whose it is: an id; `none` when it was never marked, or a power cut left the mark blank; `unreadable` when another
 * key wrote it. Throws when the store cannot be reached.
 */
export async function readMark(storage: Storage): Promise<Mark | 'none' | 'unreadable'> {
  try {
    const bytes = await storage.get(address)
    return bytes ? { id: new TextDecoder().decode(bytes) } : 'none'
  } catch (error) {
    if (error instanceof FileUnreadable) return error.isBlank ? 'none' : 'unreadable'
    throw error
  }
}

export async function writeMark(storage: Storage, { id }: Mark): Promise<void> {
  await storage.put(address, new TextEncoder().encode(id))
}
