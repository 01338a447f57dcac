import { beforeAll, describe, expect, it } from 'vitest'
import { bindJobHandlers, recurringTasks } from '../job-handlers.ts'
import type { Platform } from '../platform/platform.ts'
import { growBacklogFor, growFor } from '../testing/grown/grow-for.ts'
import { type Longest, withLongestTransaction } from '../testing/longest-transaction.ts'
import { testAppForFile } from '../testing/test-app.ts'

/** Rows that may be deleted or changed in one transaction. */
const mostRows = 400

const sizes = { accounts: 6_000, verifications: 6_000 }
const test = testAppForFile()
let platform: Platform
let take: () => Longest
beforeAll(async () => {
  await growFor(test, sizes)
  await growBacklogFor(test, sizes, { rows: 3_000, single: 250 })
  const { database, ...rest } = withLongestTransaction(test.database)
  platform = { ...test.platform, database }
  take = rest.take
})

describe('after a week without housekeeping', () => {
  it.each(recurringTasks.filter((task) => task !== 'reconcile-payments'))(
    '%s clears up in transactions of at most four hundred rows (GROWTH-4)',
    async (task) => {
      take()
      await bindJobHandlers(platform)[task]?.({})
      expect(take().rows).toBeLessThanOrEqual(mostRows)
    },
  )
})
