import type { Logger } from '../logging/logger.ts'
import type { Disk } from './disk.ts'
import { type DiskLevel, judgeDiskLevel } from './disk-level.ts'

const everyMs = 60_000

/** Says in the log when a disk becomes low, very low, or has room again, once each. Looks at once and every minute, until stopped. */
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
