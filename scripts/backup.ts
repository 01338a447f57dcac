// npm run backup -- FOLDER: backs up the embedded database and the stored files, whether or not the server is running.
// With BACKUP_RECIPIENT it adds an encrypted backup to the set in the folder. Without it, it makes an unencrypted copy
// in a new folder. The backup doesn't include the keys in DATA_DIR/secrets: backup and keys together can decrypt the
// documents (docs/operations.md).
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Configuration, readConfiguration } from '../src/server/config.ts'
import { noteBackup } from '../src/server/data-folder.ts'
import { createEncrypter } from '../src/server/platform/backups/age.ts'
import { addBackup } from '../src/server/platform/backups/backup-set.ts'
import { readCluster, writeCluster } from '../src/server/platform/database/embedded/copy-cluster.ts'
import { preparePostgresUser } from '../src/server/platform/database/embedded/operating-system-user.ts'
import { readAppliedMigrations } from '../src/server/platform/database/migrate.ts'
import { copyFiles, makeFolder, syncTree } from '../src/server/platform/files/index.ts'
import { createMacs } from '../src/server/platform/keys/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { readSigningKeys } from '../src/server/secrets.ts'
import { withEmbeddedDatabase } from './lib/with-database.ts'

const warning = (dataDir: string) =>
  `The backup doesn't contain the keys. Keep a copy of ${join(dataDir, 'secrets')} elsewhere: without the keys the backup can't be read.`

async function makeCopy(target: string, { dataDir }: Configuration): Promise<string> {
  const there = await readdir(target).catch(() => [])
  if (there.length > 0) throw new StartupError(`${target} is not empty. Give a new folder.`)
  await makeFolder(target, 0o711).catch((cause: unknown) => {
    throw new StartupError(`${target} can't be created. Give a folder that this user can write to.`, {
      cause,
    })
  })
  const files = { from: join(dataDir, 'files'), to: join(target, 'files') }
  // A row marks a file as stored only after the file was written, and a file is removed only after its row no longer
  // refers to it. Copying files before and after the database therefore includes every file of the copied rows.
  const before = await copyFiles(files.from, files.to)
  const user = await preparePostgresUser()
  await withEmbeddedDatabase(dataDir, ({ adminConnectionString, folder }) =>
    writeCluster(readCluster(adminConnectionString, folder), join(target, 'postgres', 'cluster'), user),
  )
  const after = await copyFiles(files.from, files.to)
  await syncTree(target)
  return `${target} contains the database and ${before + after} files, unencrypted.`
}

async function addToSet(folder: string, recipient: string, configuration: Configuration): Promise<string> {
  const { dataDir, backups } = configuration
  const encrypter = createEncrypter(recipient)
  const macs = createMacs(await readSigningKeys(configuration, { isNeeded: () => true }))
  const { file, files, added, again, problems } = await withEmbeddedDatabase(dataDir, async (database) =>
    addBackup({
      folder,
      encrypter,
      macs,
      days: backups.days,
      now: new Date(),
      files: join(dataDir, 'files'),
      migrations: await readAppliedMigrations(database.ownerConnectionString),
      readCluster: () => readCluster(database.adminConnectionString, database.folder),
    }),
  )
  for (const problem of problems) console.error(problem)
  const mended =
    again > 0 ? ` Written again, because the set had them damaged or without a valid hash: ${again}.` : ''
  return `${file} contains the database and ${files} files, of which ${added} are new in the set.${mended} It is removed after ${backups.days} days.`
}

try {
  const [given] = parseArgs({ allowPositionals: true }).positionals
  const configuration = readConfiguration()
  const { dataDir, databaseUrl, s3, backups } = configuration
  const target = given ? resolve(given) : backups.folder
  if (!target) throw new StartupError('usage: npm run backup -- FOLDER')
  if (databaseUrl || s3)
    throw new StartupError(
      'This command backs up only DATA_DIR. For your own PostgreSQL or bucket, see docs/operations.md.',
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
      ? `A file could not be read or written (${error.code}). Check the free space and this user's permissions on the folder.`
      : error.message,
  )
  process.exitCode = 2
}
