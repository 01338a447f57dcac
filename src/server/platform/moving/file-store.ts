import { StartupError } from '../startup-error.ts'
import {
  type EncryptedFiles,
  type FileAddress,
  FileUnreadable,
  getCause,
  type Listed,
  type Storage,
  toKey,
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

/**
 * Of the store that was moved out of: the keys of its files that no row named when the move ended, as a JSON array (`unnamed-files.ts`).
 */
export const unnamed: FileAddress = { bucket: 'installation', path: 'unnamed' }

/** What each store says of itself, and nobody moves. */
const own: ReadonlySet<string> = new Set(
  [half, unnamed, { bucket: 'installation', path: 'mark' } as const].map(toKey),
)

/** What lies in a store, but not what it says of itself. Throws a StartupError when it cannot be read. */
export async function* listFiles(store: FileStore): AsyncGenerator<Listed> {
  for await (const file of listEverything(store)) if (!own.has(file.key)) yield file
}

/** The same with what it says of itself. */
export async function* listEverything({ name, files }: FileStore): AsyncGenerator<Listed> {
  try {
    yield* files.list()
  } catch (error) {
    await reachStore({ name }, () => Promise.reject(error))
  }
}

/** Does something with a store; throws a StartupError that names it when it cannot be read or written. */
export async function reachStore<T>({ name }: Pick<FileStore, 'name'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StartupError || error instanceof FileUnreadable) throw error
    const { code, name: kind } = getCause(error)
    throw new StartupError(
      `${name} cannot be read or written (${String(code ?? kind)}): mend that, then run the same again.`,
      { cause: error },
    )
  }
}

/** Whether a store is the half of the installation `id`. */
export async function hasHalf(destination: FileStore, id: string): Promise<boolean> {
  const theirs = await reachStore(destination, () => destination.storage.get(half)).catch(
    (error: unknown) => {
      if (error instanceof FileUnreadable) return null
      throw error
    },
  )
  return theirs !== null && new TextDecoder().decode(theirs) === id
}
