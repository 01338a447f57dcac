import { randomUUID } from 'node:crypto'
import { chown, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unfinishedEnding } from './remove-unfinished.ts'

export type WriteOptions = {
  mode?: number
  /** Whose the file becomes; ours when left out. */
  owner?: { uid: number; gid: number } | null
  /** Leaves a file that is there already as it is, so that the first of two writers wins. */
  keepsExisting?: boolean
}

/**
 * Writes a file so that whenever the power goes, its name leads to the whole of it or to what was there before: into another name, to the
 * disk, renamed, and the folder to the disk. Resolves once it would survive.
 */
export async function writeDurably(
  path: string,
  contents: string | Uint8Array,
  { mode = 0o600, owner, keepsExisting }: WriteOptions = {},
): Promise<void> {
  const unfinished = `${path}.${randomUUID()}${unfinishedEnding}`
  try {
    const handle = await open(unfinished, 'wx', mode)
    try {
      await handle.writeFile(contents)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (owner) await chown(unfinished, owner.uid, owner.gid)
    if (keepsExisting) {
      // link(2) fails when the name exists.
      await link(unfinished, path).catch((error: unknown) => {
        if (getCode(error) !== 'EEXIST') throw error
      })
    } else await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  await syncPath(dirname(path))
}

/**
 * Makes a folder and those above it that are missing; their names survive a power cut. One after the other: below /proc the recursive mkdir of
 * Node tries for ever.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  if (await isFolder(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path), mode)
  await mkdir(path, { mode }).catch(async (error: unknown) => {
    // Another process was faster, or it is one that we may not look into.
    if (getCode(error) !== 'EEXIST' || !(await isFolder(path))) throw error
  })
  await syncPath(dirname(path))
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}

/** Brings everything below a folder to the disk, its own names included. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) await syncPath(path)
  }
  await syncPath(folder)
}

/** Brings one file, or the names in one folder, to the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function getCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
