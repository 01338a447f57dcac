import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'
import type { Clock } from '../clock/index.ts'
import type { Logger } from '../logging/index.ts'
import { createEncrypter } from './age.ts'
import { findNewestBackup } from './backup-set.ts'

const execute = promisify(execFile)

/** A little less than a day, so that the time of day stays about the same. */
const dueAfterMs = 23.5 * 3_600_000

const lookEveryMs = 3_600_000

/** Encryption takes a whole processor: people come first. */
const niceness = 10

type DailyBackupsOptions = {
  /** The folder of the set. */
  folder: string
  recipient: string
  /** What `npm run backup` runs: a process of its own, which reads the same environment. */
  script: string
  clock: Clock
  logger: Logger
}

/**
 * Makes a backup when the newest of a set is a day old, or there is none. Looks at once and every hour, so that one that
 * failed is tried again, until stopped; then a backup that is being made is broken off.
 *
 * Throws a StartupError when the recipient is no public key.
 */
export function startDailyBackups({ folder, recipient, script, clock, logger }: DailyBackupsOptions): {
  stop(): Promise<void>
  /** @internal tests wait until nothing is looked at or made. */
  settled(): Promise<void>
} {
  createEncrypter(recipient)
  const stopping = new AbortController()
  let making: Promise<void> | null = null
  async function makeWhenDue(): Promise<void> {
    try {
      const newest = await findNewestBackup(folder)
      if (newest && clock.now().getTime() - newest.getTime() < dueAfterMs) return
      const running = execute(process.execPath, [script], { signal: stopping.signal })
      if (running.child.pid) setPriority(running.child.pid, niceness)
      await running
      logger.info({}, 'a backup was made')
    } catch (error) {
      if (!stopping.signal.aborted) logger.error({ reason: findReason(error) }, 'a backup could not be made')
    }
  }
  function look(): void {
    making ??= makeWhenDue().finally(() => {
      making = null
    })
  }
  look()
  const timer = setInterval(look, lookEveryMs)
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await making
    },
    async settled() {
      await making
    },
  }
}

/** The command ends with 2 after a sentence for the operator. What else it says may quote data. */
function findReason(error: unknown): string {
  const { code, stderr } = error as { code?: unknown; stderr?: unknown }
  return code === 2 ? String(stderr).trim() : 'run "npm run backup" to see why'
}
