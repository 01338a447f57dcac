export { createDisk, type Disk, freeShare, type Room, readRoom } from './disk.ts'
export { type DiskLevel, diskLevel, hasRoomForFiles } from './disk-level.ts'
export { watchDisk } from './watch-disk.ts'
