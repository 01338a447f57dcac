import { constants } from 'node:fs'
import { access, opendir, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { DriverContract } from 'flydrive/types'
import { makeFolder, syncPath, writeDurably } from '../files/index.ts'

/** The differences between a folder and an object store beyond reading and writing. */
export type Place = {
  driver: DriverContract
  /** Every file, as its bucket and path, unordered. */
  list(): AsyncIterable<string>
  /** Replaces the bytes of a file atomically: a crash leaves either the old or the new ones. */
  replace(disk: Disk, key: string, bytes: Uint8Array): Promise<void>
  /** Resolves once a stored file survives a power failure. */
  makeDurable(key: string): Promise<void>
  /** Resolves once a removal survives a power failure. */
  makeRemovalDurable(key: string): Promise<void>
  /** Whether reading failed because there is no such file. */
  isMissing(error: unknown): boolean
  /** Rejects when the place can't be read and written. */
  check(disk: Disk): Promise<void>
}

/** The original error of the disk or server, inside the wrappers of flydrive and StorageUnavailable. */
export function getCause(error: unknown): { code?: unknown; name?: unknown } {
  if (!(error instanceof Error)) return {}
  return error.cause instanceof Error ? getCause(error.cause) : error
}

/** A folder on this machine. Its files belong to the server's user only. */
export function openFolderPlace(folder: string): Place {
  const root = resolve(folder)
  let rootIsDurable = false
  return {
    driver: new FSDriver({ location: root, visibility: 'private' }),
    list: () => listFilesBelow(root),
    replace: (_, key, bytes) => writeDurably(join(root, key), bytes),
    async makeDurable(key) {
      // The parent folders may be new too, and their names are entries of the folders above them.
      const paths = [join(root, key)]
      for (let above = dirname(join(root, key)); ; above = dirname(above)) {
        paths.push(above)
        if (above === root || above === dirname(above)) break
      }
      // The first file created the root, which is an entry of its parent.
      if (!rootIsDurable) paths.push(dirname(root))
      await Promise.all(paths.map(syncPath))
      rootIsDurable = true
    },
    async makeRemovalDurable(key) {
      await syncPath(dirname(join(root, key))).catch((error: unknown) => {
        if (getCause(error).code !== 'ENOENT') throw error
      })
    },
    isMissing: (error) => getCause(error).code === 'ENOENT',
    async check() {
      await makeFolder(root, 0o700)
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
    },
  }
}

async function* listFilesBelow(root: string): AsyncGenerator<string> {
  const isThere = await stat(root).then(
    () => true,
    (error: unknown) => getCause(error).code !== 'ENOENT',
  )
  if (!isThere) return
  for await (const entry of await opendir(root, { recursive: true })) {
    if (!entry.isFile()) continue
    yield relative(root, join(entry.parentPath, entry.name))
  }
}
