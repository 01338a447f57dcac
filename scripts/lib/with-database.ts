import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfiguration } from '../../src/server/config.ts'
import {
  findRunningDatabase,
  startEmbeddedDatabase,
} from '../../src/server/platform/database/embedded/embedded-database.ts'
import type { Database } from '../../src/server/platform/database/index.ts'
import { openDatabase } from '../../src/server/platform/database/open-database.ts'
import { createLogger } from '../../src/server/platform/logging/index.ts'
import { StartupError } from '../../src/server/platform/startup-error.ts'

/**
 * Runs `look` with the configured database: an external one, a running embedded one, or an embedded one that is started
 * for this purpose and stopped afterwards.
 * @throws StartupError if there is no database
 */
export async function withDatabase<T>(look: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfiguration()
  const running = databaseUrl ?? (await findRunningDatabase(dataDir))?.ownerConnectionString
  if (running) return withConnection(running, look)
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new StartupError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
  }
  const embedded = await startEmbeddedDatabase(dataDir)
  try {
    return await withConnection(embedded.ownerConnectionString, look)
  } finally {
    await embedded.stop()
  }
}

/** Runs `look` with one connection to a database, without a time limit for its statements. */
export async function withConnection<T>(
  connectionString: string,
  look: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase(connectionString, {
    logger: createLogger('error'),
    maxConnections: 1,
    isMaintenance: true,
  })
  try {
    return await look(database)
  } finally {
    await database.close()
  }
}
