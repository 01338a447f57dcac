import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfiguration } from '../../src/server/config.ts'
import {
  type EmbeddedDatabase,
  findRunningDatabase,
  startEmbeddedDatabase,
} from '../../src/server/platform/database/embedded/embedded-database.ts'
import type { Database } from '../../src/server/platform/database/index.ts'
import { openDatabase } from '../../src/server/platform/database/open-database.ts'
import { createLogger } from '../../src/server/platform/logging/index.ts'
import { StartupError } from '../../src/server/platform/startup-error.ts'

/**
 * Runs `work` with the embedded database of a folder, which is started for this purpose if it isn't running.
 * @throws StartupError if there is no database
 */
export async function withEmbeddedDatabase<T>(
  dataDir: string,
  work: (
    database: Pick<EmbeddedDatabase, 'adminConnectionString' | 'ownerConnectionString' | 'folder'>,
  ) => Promise<T>,
): Promise<T> {
  const running = await findRunningDatabase(dataDir)
  if (running) return work(running)
  if (!existsSync(join(dataDir, 'postgres')))
    throw new StartupError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
  const started = await startEmbeddedDatabase(dataDir)
  try {
    return await work(started)
  } finally {
    await started.stop()
  }
}

/** Runs `look` with the configured database: an external one, or the embedded one. */
export async function withDatabase<T>(look: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfiguration()
  if (databaseUrl) return withConnection(databaseUrl, look)
  return withEmbeddedDatabase(dataDir, (one) => withConnection(one.ownerConnectionString, look))
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
