import { StartupError } from '../startup-error.ts'
import {
  causeOf,
  type EncryptedFiles,
  type FileAddress,
  FileUnreadable,
  keyOf,
  type Storage,
} from '../storage/index.ts'

/** A place that stored files are moved out of or into. */
export type FileStore = {
  /** How it is called in what the command prints. */
  name: string
  /** What lies there. */
  files: EncryptedFiles
  /** The same through the document key, for the marks of the installation alone. */
  storage: Storage
}

/** Says in the destination whose half it is, until it is whole. */
export const half: FileAddress = { bucket: 'installation', path: 'move' }

/** Whether a file is a mark, which each store has of its own. */
export function isOwn(key: string): boolean {
  return key === keyOf(half) || key === keyOf({ bucket: 'installation', path: 'mark' })
}

/** Does something with a store; throws a StartupError that names it when it cannot be read or written. */
export async function reaching<T>({ name }: Pick<FileStore, 'name'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StartupError || error instanceof FileUnreadable) throw error
    const { code, name: kind } = causeOf(error)
    throw new StartupError(
      `${name} cannot be read or written (${String(code ?? kind)}): mend that, then run the same again.`,
      { cause: error },
    )
  }
}

/** Whether a store is the half of the installation `id`. */
export async function hasHalf(destination: FileStore, id: string): Promise<boolean> {
  const theirs = await reaching(destination, () => destination.storage.get(half)).catch((error: unknown) => {
    if (error instanceof FileUnreadable) return null
    throw error
  })
  return theirs !== null && new TextDecoder().decode(theirs) === id
}
