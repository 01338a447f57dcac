/**
 * A process that runs jobs until it is killed or frozen, for tests: its one task takes a numbered lock in a
 * transaction, and never ends. Arguments: the connection string, the number of the lock. Tells its parent when it
 * hangs.
 */
import { sql } from '../platform/database/index.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { startWorkers } from '../platform/jobs/index.ts'
import { makeLane } from './make-lane.ts'
import { silentLogger } from './silent-logger.ts'

const [connectionString = '', lock = ''] = process.argv.slice(2)
const database = openDatabase(connectionString, { logger: silentLogger })
await startWorkers({
  connectionString,
  logger: silentLogger,
  lanes: [
    makeLane({
      hang: () =>
        database.transaction(async (tx) => {
          await tx.row(sql`SELECT pg_advisory_xact_lock(${Number(lock)})`)
          process.send?.('hangs')
          await new Promise(() => {})
        }),
    }),
  ],
})
