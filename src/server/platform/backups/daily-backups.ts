import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'
import type { Clock } from '../clock/index.ts'
import type { Logger } from '../logging/index.ts'
import { findNewestBackup } from './remove-old.ts'

const execute = promisify(execFile)

/** Slightly less than a day, so that backups stay at about the same time of day. */
const dueAfterMs = 23.5 * 3_600_000

const checkIntervalMs = 3_600_000

/** Encryption takes a whole CPU core, so it runs at a lower priority than requests. */
const niceness = 10

type DailyBackupsOptions = {
  folder: string
  /** The script that `npm run backup` runs. It gets its own process, with the same environment. */
  script: string
  clock: Clock
  logger: Logger
}

/**
 * Makes a backup when the newest one in the set is a day old, or when there is none. Checks at once and then every
 * hour, so a failed backup is retried. A backup from the future doesn't count. Stopping aborts a backup in progress.
 */
export function startDailyBackups({ folder, script, clock, logger }: DailyBackupsOptions): {
  stop(): Promise<void>
  /** @internal Resolves when no check or backup is running; for tests. */
  settled(): Promise<void>
} {
  const stopping = new AbortController()
  let making: Promise<void> | null = null
  async function backUpIfDue(): Promise<void> {
    try {
      const now = clock.now()
      const newest = await findNewestBackup(folder, now)
      if (newest && now.getTime() - newest.getTime() < dueAfterMs) return
      const running = execute(process.execPath, ['--no-warnings', script], { signal: stopping.signal })
      if (running.child.pid) setPriority(running.child.pid, niceness)
      const problems = (await running).stderr.trim()
      logger.info({}, 'a backup was made')
      if (problems) logger.warn({ problems }, 'the set of backups needs attention')
    } catch (error) {
      if (!stopping.signal.aborted) logger.error({ reason: findReason(error) }, 'a backup could not be made')
    }
  }
  function check(): void {
    making ??= backUpIfDue().finally(() => {
      making = null
    })
  }
  check()
  const timer = setInterval(check, checkIntervalMs)
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

/** The command exits with 2 after printing one sentence for the operator. Its other output may quote data. */
function findReason(error: unknown): string {
  const { code, stderr } = error as { code?: unknown; stderr?: unknown }
  return code === 2 ? String(stderr).trim() : 'run "npm run backup" to see why'
}
