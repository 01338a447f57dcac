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
 * Writes a file so that whenever the power goes, its name leads to the whole of it or to what was there before: into
 * another name, to the disk, renamed, and the folder to the disk. Resolves once it would survive.
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
 * Makes a folder and those above it that are missing; their names survive a power cut. One after the other: below /proc
 * the recursive mkdir of Node tries for ever.
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

/** The temporary file of `writeDurably`, before it is renamed. */
const unfinishedEnding = '.tmp'

/** Longer than any of our files takes to write. */
const unfinishedForMs = 60_000

/** Removes what killed writers left in a folder: whole or half copies that would never be read or removed. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder)
  for (const name of names.filter((name) => name.endsWith(unfinishedEnding))) {
    const file = join(folder, name)
    // Another process may be writing it, or removing it.
    const writtenAt = await stat(file)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => Date.now())
    if (Date.now() - writtenAt > unfinishedForMs) await rm(file, { force: true })
  }
}

/**
 * Copies everything that is missing in the copy, or differs in size or time, folders included. Files removed during the
 * copy are left out; nothing is removed from the copy. Answers how many files were copied.
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  const entries = await readdir(from, { withFileTypes: true }).catch((error: unknown) => {
    if (getCode(error) !== 'ENOENT') throw error
    return null
  })
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

/** How much room a disk has, in bytes, for a user without special rights. */
type Room = { freeBytes: number; totalBytes: number }

/** The disks that the data of this machine lies on. */
export type Disk = {
  /** The room of the fullest one; null when the product keeps nothing on a disk of this machine. */
  measureRoom(): Promise<Room | null>
}

/** The disks of these folders. A folder that cannot be asked at the moment is passed over. */
export function createDisk(folders: readonly string[]): Disk {
  return {
    async measureRoom() {
      const rooms = await Promise.all(folders.map((folder) => readRoom(folder).catch(() => null)))
      const known = rooms.filter((room) => room !== null)
      return known.sort((one, other) => computeFreeShare(one) - computeFreeShare(other))[0] ?? null
    },
  }
}

/** The room of the disk that a folder lies on. Rejects where the folder cannot be asked. */
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

/** Bytes kept free for the database: its write-ahead log, and the rows that finish acknowledged work. */
const keptForTheDatabaseBytes = 512 * 1024 * 1024

/** Of a disk so small that this would be most of it. */
const keptShareAtMost = 0.1

export function judgeDiskLevel(room: Room | null): DiskLevel {
  if (!room) return 'ok'
  if (computeFreeShare(room) < veryLowBelow) return 'very low'
  return computeFreeShare(room) < lowBelow ? 'low' : 'ok'
}

/** PostgreSQL writes its log of changes in files of this size: with less, it may acknowledge nothing. */
const neededForAWriteBytes = 16 * 1024 * 1024

export function isDiskFull(room: Room | null): boolean {
  return room !== null && room.freeBytes < neededForAWriteBytes
}

/** Whether another file of a person may be stored without taking what the database needs. */
export function hasRoomForFiles(room: Room | null): boolean {
  return !room || room.freeBytes >= Math.min(keptForTheDatabaseBytes, room.totalBytes * keptShareAtMost)
}

const everyMs = 60_000

/**
 * Says in the log when a disk becomes low, very low, or has room again, once each. Looks at once and every minute,
 * until stopped.
 */
export function watchDisk(disk: Disk, logger: Logger): { stop(): Promise<void> } {
  let last: DiskLevel = 'ok'
  async function look(): Promise<void> {
    const room = await disk.measureRoom()
    const level = judgeDiskLevel(room)
    if (level === last) return
    last = level
    if (level === 'ok') logger.info({ ...room }, 'the disk has room again')
    else logger.warn({ ...room, level }, 'the disk that the data lies on is nearly full')
  }
  let looking = look()
  const timer = setInterval(() => {
    looking = look()
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
