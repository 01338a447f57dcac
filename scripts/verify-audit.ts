// npm run audit:verify: walks the audit trail of every verification and names the first row that is not as it was written.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { verifyTrails } from '../src/server/audit/index.ts'
import { readConfiguration } from '../src/server/config.ts'
import { startEmbeddedDatabase } from '../src/server/platform/database/embedded/embedded-database.ts'
import { runningDatabase } from '../src/server/platform/database/embedded/running-database.ts'
import { openDatabase } from '../src/server/platform/database/open-database.ts'
import { createLogger } from '../src/server/platform/logging/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'

/** Runs `look` on the database that the configuration names: a server of its own, one that somebody serves from, or one started for this. */
async function withDatabase<T>(look: (connectionString: string) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfiguration()
  const running = databaseUrl ?? (await runningDatabase(dataDir))
  if (running) return look(running)
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new StartupError(
      `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to the one to check.`,
    )
  }
  const embedded = await startEmbeddedDatabase(dataDir)
  try {
    return await look(embedded.connectionString)
  } finally {
    await embedded.stop()
  }
}

try {
  const report = await withDatabase(async (connectionString) => {
    const database = openDatabase(connectionString, { logger: createLogger('error'), maxConnections: 1 })
    try {
      return await verifyTrails(database)
    } finally {
      await database.close()
    }
  })
  if (report.firstBad) {
    const { verificationId, sequence, reason } = report.firstBad
    console.error(`BROKEN: verification ${verificationId}, row ${sequence}: ${reason}.`)
    process.exitCode = 1
  } else {
    console.log(`Sound: ${report.rows} rows of ${report.trails} verifications are as they were written.`)
  }
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
