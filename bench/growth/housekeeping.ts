import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bindJobHandlers, recurringJobs } from '../../src/server/job-handlers.ts'
import { type Longest, withLongestTransaction } from '../../src/server/testing/longest-transaction.ts'
import { ManualClock } from '../../src/server/testing/manual-clock.ts'
import { createTestPlatform } from '../../src/server/testing/test-platform.ts'

export type Run = { task: string; seconds: number } & Longest

/** Runs every recurring job once, and tells for how long and with how many rows each held something locked. Nobody else may use the database. */
export async function runHousekeeping(connectionString: string): Promise<Run[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-bench-'))
  const clock = new ManualClock(new Date())
  const { platform, close } = await createTestPlatform({ connectionString, dataDir, clock, settings: {} })
  const { database, take } = withLongestTransaction(platform.database)
  const handlers = bindJobHandlers({ ...platform, database })
  const runs: Run[] = []
  try {
    for (const { job } of recurringJobs) {
      const startedAt = performance.now()
      take()
      await handlers[job.name]?.({})
      runs.push({ task: job.name, seconds: (performance.now() - startedAt) / 1000, ...take() })
    }
  } finally {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return runs
}
