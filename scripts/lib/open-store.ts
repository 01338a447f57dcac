import { join } from 'node:path'
import type { Configuration } from '../../src/server/config.ts'
import { sql } from '../../src/server/platform/database/index.ts'
import { openDatabase } from '../../src/server/platform/database/open-database.ts'
import { createEncryption, type Encryption } from '../../src/server/platform/encryption/index.ts'
import { findMarkFault, readInstallation, readMark } from '../../src/server/platform/installation/index.ts'
import { createLogger } from '../../src/server/platform/logging/index.ts'
import type { FileStore } from '../../src/server/platform/moving/index.ts'
import { StartupError } from '../../src/server/platform/startup-error.ts'
import {
  createEncryptedFiles,
  createStorage,
  openFilesPlace,
} from '../../src/server/platform/storage/index.ts'
import { readDocumentKey } from '../../src/server/secrets.ts'

/** The two places that the variables name: the bucket of S3_BUCKET, if it is set, and the folder of DATA_DIR. */
export type Stores = { bucket: FileStore | null; folder: FileStore }

/** Nobody waits for one file of millions: a store may fall silent for longer than where people do. */
const patience = { silentMs: 30_000, longestMs: 120_000, attempts: 5 }

/** Runs `work` with the stores, through the document key of the installation, which has to be there. */
export async function withStores<T>(
  configuration: Configuration,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const encryption = createEncryption(await readDocumentKey(configuration, { isNeeded: () => true }))
  try {
    const { s3, dataDir } = configuration
    const folder = join(dataDir, 'files')
    return await work({
      bucket:
        s3 &&
        makeStore(
          `the bucket ${s3.bucket}${s3.endpoint ? ` at ${s3.endpoint}` : ''}`,
          await openFilesPlace({ s3, dataDir }, patience),
          encryption,
        ),
      folder: makeStore(`the folder ${folder}`, { folder }, encryption),
    })
  } finally {
    await encryption.close()
  }
}

function makeStore(
  name: string,
  place: Parameters<typeof createEncryptedFiles>[0],
  encryption: Encryption,
): FileStore {
  return { name, files: createEncryptedFiles(place), storage: createStorage({ ...place, encryption }) }
}

/** The id of the installation that a database is of. */
export async function readInstallationId(connectionString: string): Promise<string> {
  const database = openDatabase(connectionString, { logger: createLogger('error'), maxConnections: 1 })
  try {
    const known = await database.row(sql`SELECT FROM pg_tables WHERE tablename = 'installation'`)
    const row = known && (await readInstallation(database))
    if (row?.markedAt) return row.id
    throw new StartupError(
      'No server of this version has served from this database yet: start it once, stop it, and run this again.',
    )
  } finally {
    await database.close()
  }
}

/** @throws StartupError unless the configured store and document key are those of a database */
export async function assertStore(configuration: Configuration, id: string): Promise<void> {
  await withStores(configuration, async ({ bucket, folder }) => {
    const fault = findMarkFault(await readMark((bucket ?? folder).storage), id)
    if (fault) throw new StartupError(fault)
  })
}
