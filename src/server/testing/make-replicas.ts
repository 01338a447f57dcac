import type { Hono } from 'hono'
import { createApp } from '../app.ts'
import type { AppEnv } from '../http/app-env.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createDatabaseRateLimits } from '../platform/rate-limits/index.ts'
import { holdToTable } from './hold-to-table.ts'
import type { TestApp } from './test-app.ts'

/**
 * Three apps of one installation, as three processes serve it: each with connections, counters and listeners of its
 * own.
 */
export type Replicas = { apps: [App, App, App]; close(): Promise<void> }
type App = Hono<AppEnv>

export function makeReplicas(test: TestApp): Replicas {
  const databases = [1, 2, 3].map(() =>
    openDatabase(test.connectionString, { logger: test.platform.logger, maxConnections: 5 }),
  )
  const [a, b, c] = databases.map((database) => {
    const app = createApp({
      ...test.platform,
      database,
      rateLimits: createDatabaseRateLimits(database, test.clock, test.platform.signing),
    })
    holdToTable(app)
    return app
  })
  if (!a || !b || !c) throw new Error('there are three')
  return {
    apps: [a, b, c],
    async close() {
      for (const database of databases) await database.close()
    },
  }
}
