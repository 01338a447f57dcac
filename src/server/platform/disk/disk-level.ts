import { computeFreeShare, type Room } from './disk.ts'

export type DiskLevel = 'ok' | 'low' | 'very low'

const lowBelow = 0.1
const veryLowBelow = 0.05

/** What the database keeps for itself: its log of changes, and the rows that finish what was acknowledged. */
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

/** Whether another file of somebody's may be stored without taking what the database needs. */
export function hasRoomForFiles(room: Room | null): boolean {
  return !room || room.freeBytes >= Math.min(keptForTheDatabaseBytes, room.totalBytes * keptShareAtMost)
}
