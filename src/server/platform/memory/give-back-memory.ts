import type { Logger } from '../logging/logger.ts'
import { findTrim } from './find-trim.ts'

const everyMs = 5_000

/** As much of one processor in the time between two looks is somebody being served. */
const busyShare = 0.1

/**
 * While nobody is served, has the C library give back to the system what it keeps of memory that is free: after a rush that is most of what
 * the process holds, in pieces below some that are still needed. Does nothing where the C library cannot.
 */
export function giveBackMemory(logger: Logger, intervalMs = everyMs): { stop(): Promise<void> } {
  let used = process.cpuUsage()
  let looking = Promise.resolve()
  async function look(): Promise<void> {
    const { user, system } = process.cpuUsage(used)
    used = process.cpuUsage()
    if ((user + system) / 1000 > busyShare * intervalMs) return
    const trim = await findTrim()
    if (!trim) return clearInterval(timer)
    const before = process.memoryUsage.rss()
    await trim()
    const givenBack = before - process.memoryUsage.rss()
    logger.debug({ givenBack }, 'free memory was given back')
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, intervalMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
