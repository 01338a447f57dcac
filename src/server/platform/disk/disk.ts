import { statfs } from 'node:fs/promises'

/** How much room a disk has, in bytes, for a user without special rights. */
export type Room = { freeBytes: number; totalBytes: number }

/** The disks that the data of this machine lies on. */
export type Disk = {
  /** The room of the fullest one; null when nothing of ours lies on a disk of this machine. */
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
