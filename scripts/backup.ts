// npm run backup -- FOLDER: copies the embedded database and the stored files, while the server serves or not. With
// BACKUP_RECIPIENT the folder is a set of encrypted backups, to which one is added; without, it is new and gets a plain
// copy. The keys in DATA_DIR/secrets stay where they are: backup and keys together open the documents
// (docs/operations.md).
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Configuration, readConfiguration } from '../src/server/config.ts'
import { noteBackup } from '../src/server/data-folder.ts'
import { createEncrypter } from '../src/server/platform/backups/age.ts'
import { addBackup } from '../src/server/platform/backups/backup-set.ts'
import { readCluster, writeCluster } from '../src/server/platform/database/embedded/copy-cluster.ts'
import {
  type EmbeddedDatabase,
  findRunningDatabase,
  startEmbeddedDatabase,
} from '../src/server/platform/database/embedded/embedded-database.ts'
import { preparePostgresUser } from '../src/server/platform/database/embedded/operating-system-user.ts'
import { readAppliedMigrations } from '../src/server/platform/database/migrate.ts'
import { copyFiles, makeFolder, syncTree } from '../src/server/platform/files/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'

type Database = Pick<EmbeddedDatabase, 'adminConnectionString' | 'ownerConnectionString' | 'folder'>

async function withDatabase<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const running = await findRunningDatabase(dataDir)
  if (running) return work(running)
  const started = await startEmbeddedDatabase(dataDir)
  try {
    return await work(started)
  } finally {
    await started.stop()
  }
}

const warning = (dataDir: string) =>
  `It has no keys: keep a copy of ${join(dataDir, 'secrets')} elsewhere, without which nothing of it can be read.`

async function makeCopy(target: string, { dataDir }: Configuration): Promise<string> {
  const there = await readdir(target).catch(() => [])
  if (there.length > 0) throw new StartupError(`${target} is not empty: name a new folder.`)
  await makeFolder(target, 0o711).catch((cause: unknown) => {
    throw new StartupError(`${target} cannot be made: name a folder that this user can write.`, { cause })
  })
  const files = { from: join(dataDir, 'files'), to: join(target, 'files') }
  // A file is stored before a row says so, and removed after: what is there before and what is there after has all that
  // the rows name.
  const before = await copyFiles(files.from, files.to)
  const user = await preparePostgresUser()
  await withDatabase(dataDir, ({ adminConnectionString, folder }) =>
    writeCluster(readCluster(adminConnectionString, folder), join(target, 'postgres', 'cluster'), user),
  )
  const after = await copyFiles(files.from, files.to)
  await syncTree(target)
  return `${target} has the database and ${before + after} files, not encrypted.`
}

async function addToSet(
  folder: string,
  recipient: string,
  { dataDir, backups }: Configuration,
): Promise<string> {
  const encrypter = createEncrypter(recipient)
  const { file, files, added } = await withDatabase(dataDir, async (database) =>
    addBackup({
      folder,
      encrypter,
      days: backups.days,
      now: new Date(),
      files: join(dataDir, 'files'),
      migrations: await readAppliedMigrations(database.ownerConnectionString),
      readCluster: () => readCluster(database.adminConnectionString, database.folder),
    }),
  )
  return `${file} has the database and ${files} files, of which ${added} are new in the set. Older than ${backups.days} days it is removed.`
}

try {
  const [given] = parseArgs({ allowPositionals: true }).positionals
  const configuration = readConfiguration()
  const { dataDir, databaseUrl, s3, backups } = configuration
  const target = given ? resolve(given) : backups.folder
  if (!target) throw new StartupError('usage: npm run backup -- FOLDER')
  if (databaseUrl || s3)
    throw new StartupError(
      'This copies what is in DATA_DIR; docs/operations.md says how PostgreSQL and a bucket of your own are copied.',
    )
  const made = backups.recipient
    ? await addToSet(target, backups.recipient, configuration)
    : await makeCopy(target, configuration)
  await noteBackup(dataDir)
  console.log(`${made} ${warning(dataDir)}`)
} catch (error) {
  const isOfSystem = error instanceof Error && 'errno' in error && 'code' in error
  if (!(error instanceof StartupError || isOfSystem)) throw error
  console.error(
    isOfSystem
      ? `A file could not be read or written (${error.code}): see that the folder has room and that this user may write there.`
      : error.message,
  )
  process.exitCode = 2
}
