import { randomUUID } from 'node:crypto'
import {
  chown,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  utimes,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from '../logging/index.ts'

type WriteOptions = {
  mode?: number
  /** The owner of the file; this process's user by default. */
  owner?: { uid: number; gid: number } | null
  /** Leaves an existing file as it is, so that the first of two writers wins. */
  keepsExisting?: boolean
}

/**
 * Writes a file atomically: after a power failure its name leads to the complete new contents or to the old ones.
 * Writes to a temporary file, syncs it, renames it and syncs the folder. Resolves once the file is durable.
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
 * Creates a folder and its missing parents durably. Creates them one by one, because Node's recursive mkdir never ends
 * below /proc.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  if (await isFolder(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path), mode)
  await mkdir(path, { mode }).catch(async (error: unknown) => {
    // Another process may have created it first, or its parent may be unreadable for this user.
    if (getCode(error) !== 'EEXIST' || !(await isFolder(path))) throw error
  })
  await syncPath(dirname(path))
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}

/** Syncs a folder and everything below it to disk, including the names. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) await syncPath(path)
  }
  await syncPath(folder)
}

/** Syncs one file, or the names in one folder, to disk. */
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

const unfinishedEnding = '.tmp'

/** Longer than any file of the product takes to write. */
const unfinishedForMs = 60_000

/**
 * Removes temporary files that killed writers left in a folder; nothing else would read or remove them.
 *
 * @param options `prefix` limits them to names that begin with it. `afterMs` is the age of a file that is removed, by
 * default longer than another process takes to write it.
 */
export async function removeUnfinished(
  folder: string,
  { prefix = '', afterMs = unfinishedForMs }: { prefix?: string; afterMs?: number } = {},
): Promise<void> {
  const names = await readdir(folder)
  for (const name of names.filter((name) => name.startsWith(prefix) && name.endsWith(unfinishedEnding))) {
    const file = join(folder, name)
    // Another process may be writing or removing it.
    const writtenAt = await stat(file)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => Date.now())
    if (Date.now() - writtenAt >= afterMs) await rm(file, { force: true })
  }
}

/** For `catch` on a read: null when the file or folder doesn't exist. Throws every other error. */
export function ignoreMissing(error: unknown): null {
  if (getCode(error) !== 'ENOENT') throw error
  return null
}

/**
 * Copies everything that is missing in the copy, or differs in size or time, including folders. Skips files removed
 * during the copy; deletes nothing from the copy. Returns the number of copied files.
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  const entries = await readdir(from, { withFileTypes: true }).catch(ignoreMissing)
  if (!entries) return 0
  await mkdir(to, { recursive: true, mode: 0o700 })
  let copied = 0
  for (const entry of entries) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copied += await copyFiles(source, target)
    else if (entry.isFile() && (await copyChanged(source, target))) copied += 1
  }
  return copied
}

async function copyChanged(source: string, target: string): Promise<boolean> {
  const [there, known] = await Promise.all([source, target].map((path) => lstat(path).catch(() => null)))
  // A copy's time is set in whole milliseconds.
  const isKnown = known?.size === there?.size && known?.mtime.getTime() === there?.mtime.getTime()
  if (!there || isKnown) return false
  try {
    await copyFile(source, target)
    await utimes(target, there.atime, there.mtime)
    return true
  } catch (error) {
    if (await lstat(source).catch(() => null)) throw error
    return false
  }
}

/** The free and total size of a disk, in bytes, for a user without special rights. */
type Room = { freeBytes: number; totalBytes: number }

export type Disk = {
  /** The room on the fullest disk; null when the product stores nothing on a disk of this machine. */
  measureRoom(): Promise<Room | null>
}

/** The disks of these folders. Skips folders that can't be read at the moment. */
export function createDisk(folders: readonly string[]): Disk {
  return {
    async measureRoom() {
      const rooms = await Promise.all(folders.map((folder) => readRoom(folder).catch(() => null)))
      const known = rooms.filter((room) => room !== null)
      return known.sort((one, other) => computeFreeShare(one) - computeFreeShare(other))[0] ?? null
    },
  }
}

/** The room on the disk of a folder. Rejects when the folder can't be read. */
async function readRoom(folder: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

export function computeFreeShare({ freeBytes, totalBytes }: Room): number {
  return totalBytes > 0 ? freeBytes / totalBytes : 1
}

export type DiskLevel = 'ok' | 'low' | 'very low'

const lowBelow = 0.1
const veryLowBelow = 0.05

/** Bytes reserved for the database: its write-ahead log, and the rows that finish acknowledged work. */
const databaseReserveBytes = 512 * 1024 * 1024

/** The reserve's limit on a small disk, as a share of its size. */
const maxReserveShare = 0.1

export function judgeDiskLevel(room: Room | null): DiskLevel {
  if (!room) return 'ok'
  if (computeFreeShare(room) < veryLowBelow) return 'very low'
  return computeFreeShare(room) < lowBelow ? 'low' : 'ok'
}

/** The size of PostgreSQL's write-ahead log files: with less free space, it may acknowledge nothing. */
const writeReserveBytes = 16 * 1024 * 1024

export function isDiskFull(room: Room | null): boolean {
  return room !== null && room.freeBytes < writeReserveBytes
}

/** Whether a person's file may be stored without using the database's reserve. */
export function hasRoomForFiles(room: Room | null): boolean {
  return !room || room.freeBytes >= Math.min(databaseReserveBytes, room.totalBytes * maxReserveShare)
}

const checkIntervalMs = 60_000

/**
 * Logs once each when a disk becomes low, very low, or has room again. Checks at once and every minute, until stopped.
 */
export function watchDisk(disk: Disk, logger: Logger): { stop(): Promise<void> } {
  let last: DiskLevel = 'ok'
  async function check(): Promise<void> {
    const room = await disk.measureRoom()
    const level = judgeDiskLevel(room)
    if (level === last) return
    last = level
    if (level === 'ok') logger.info({ ...room }, 'the disk has room again')
    else logger.warn({ ...room, level }, 'the disk that the data lies on is nearly full')
  }
  let looking = check()
  const timer = setInterval(() => {
    looking = check()
  }, checkIntervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
