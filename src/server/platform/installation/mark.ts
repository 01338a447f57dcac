import { StartupError } from '../startup-error.ts'
import { type FileAddress, FileUnreadable, type Storage } from '../storage/index.ts'

const address: FileAddress = { bucket: 'installation', path: 'mark' }

/** What a store says of itself: whose it is, and where the files have gone if they were moved from it. */
export type Mark = { id: string; moved?: { to: string; isFinished: boolean } }

/**
 * What the store says of whose it is: an id; `none` when it was never marked, or a power cut left the mark blank; `unreadable` when another
 * key wrote it. Throws when the store cannot be reached.
 */
export async function readMark(storage: Storage): Promise<Mark | 'none' | 'unreadable'> {
  try {
    const bytes = await storage.get(address)
    return bytes ? parse(new TextDecoder().decode(bytes)) : 'none'
  } catch (error) {
    if (error instanceof FileUnreadable) return error.isBlank ? 'none' : 'unreadable'
    throw error
  }
}

export async function writeMark(storage: Storage, { id, moved }: Mark): Promise<void> {
  const lines = [id, ...(moved ? [moved.isFinished ? 'moved' : 'moving', moved.to] : [])]
  await storage.put(address, new TextEncoder().encode(lines.join('\n')))
}

export async function removeMark(storage: Storage): Promise<void> {
  await storage.remove(address)
}

function parse(text: string): Mark {
  const [id = '', state, to] = text.split('\n')
  return to === undefined ? { id } : { id, moved: { to, isFinished: state === 'moved' } }
}

/** @throws StartupError with the sentence that says where the files are now */
export async function refuseMovedStore(storage: Storage): Promise<void> {
  const mark = await readMark(storage)
  if (typeof mark !== 'object' || !mark.moved) return
  const { to, isFinished } = mark.moved
  const undo = 'run the same npm run move with --undo to take the move back (docs/operations.md)'
  throw new StartupError(
    isFinished
      ? `The stored files were moved to ${to}: serve with that store, or ${undo}.`
      : `The stored files are being moved to ${to}: run the same npm run move again to finish it, or ${undo}.`,
  )
}
