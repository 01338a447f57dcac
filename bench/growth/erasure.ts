import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/server/app.ts'
import { bindJobHandlers } from '../../src/server/job-handlers.ts'
import { type Database, sql } from '../../src/server/platform/database/index.ts'
import { endRequestsJob, eraseAccountsJob } from '../../src/server/privacy/index.ts'
import { largeOwner, toEmail } from '../../src/server/testing/grown/sizes.ts'
import { withLongestTransaction } from '../../src/server/testing/longest-transaction.ts'
import { ManualClock } from '../../src/server/testing/manual-clock.ts'
import { createTestPlatform } from '../../src/server/testing/test-platform.ts'
import type { Run } from './housekeeping.ts'
import { password, signInAccount } from './systems.ts'

const graceMs = 7 * 24 * 60 * 60 * 1000

/**
 * Closes and erases the account that has a tenth of everything, as its person, the job and the passing of seven days do; tells of each step for
 * how long and with how many rows it held something locked. Nobody else may use the database.
 */
export async function runErasure(connectionString: string): Promise<{ verifications: number; runs: Run[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-bench-'))
  const clock = new ManualClock(new Date())
  const { platform, close } = await createTestPlatform({ connectionString, dataDir, clock, settings: {} })
  const { database, take } = withLongestTransaction(platform.database)
  const measured = { ...platform, database }
  const served = { app: createApp(measured), clock }
  const handlers = bindJobHandlers(measured)
  const runs: Run[] = []
  const time = async (task: string, step: () => Promise<unknown> | undefined) => {
    const startedAt = performance.now()
    take()
    await step()
    runs.push({ task, seconds: (performance.now() - startedAt) / 1000, ...take() })
  }
  try {
    const person = await signInAccount(served, largeOwner)
    const id = await getLargeOwnerId(platform.database)
    const { verifications } = await countLeft(platform.database, id)
    await time('closing, to its answer', async () => {
      const answer = await served.app.request('/api/account/closing', {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      })
      if (!answer.ok) throw new Error(`closing answered ${answer.status}: ${await answer.text()}`)
    })
    await time(endRequestsJob.name, () => handlers[endRequestsJob.name]?.({}))
    clock.advance(graceMs)
    await time(eraseAccountsJob.name, () => handlers[eraseAccountsJob.name]?.({}))
    const { files, pending, usage } = await countLeft(platform.database, id)
    if (files + pending + usage > 0) throw new Error('the account was not erased')
    return { verifications, runs }
  } finally {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function getLargeOwnerId(database: Database): Promise<string> {
  const row = await database.row<{ id: string }>(
    sql`SELECT id FROM users WHERE email = ${toEmail(largeOwner)}`,
  )
  if (!row) throw new Error('the largest account is not there')
  return row.id
}

type Left = { verifications: number; files: number; pending: number; usage: number }

/** What a person has, and what of it must be gone when they are erased. */
async function countLeft(database: Database, id: string): Promise<Left> {
  const row = await database.row<Left>(sql`
    SELECT (SELECT count(*) FROM verifications WHERE user_id = ${id}) AS verifications,
      (SELECT count(*) FROM documents WHERE user_id = ${id} AND destroyed_at IS NULL AND withheld_at IS NULL) AS files,
      (SELECT count(*) FROM verifications WHERE user_id = ${id} AND status = 'pending') AS pending,
      (SELECT count(*) FROM subscription_usage WHERE user_id = ${id}) AS usage`)
  if (!row) throw new Error('nothing was counted')
  return row
}
