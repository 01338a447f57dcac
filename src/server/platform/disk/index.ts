export { computeFreeShare, createDisk, type Disk, type Room } from './disk.ts'
export { type DiskLevel, hasRoomForFiles, isDiskFull, judgeDiskLevel } from './disk-level.ts'
export { watchDisk } from './watch-disk.ts'
