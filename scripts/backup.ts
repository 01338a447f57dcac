// npm run backup -- FOLDER: copies the embedded database and the stored files into a new folder, while the server
// serves or not. The keys in DATA_DIR/secrets stay where they are: backup and keys together open the documents
// (docs/operations.md).
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfiguration } from '../src/server/config.ts'
import { noteBackup } from '../src/server/data-folder.ts'
import { copyCluster } from '../src/server/platform/database/embedded/cluster.ts'
import {
  findRunningDatabase,
  startEmbeddedDatabase,
} from '../src/server/platform/database/embedded/embedded-database.ts'
import { preparePostgresUser } from '../src/server/platform/database/embedded/operating-system-user.ts'
import { copyFiles, makeFolder, syncTree } from '../src/server/platform/files/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'

async function copyDatabase(dataDir: string, to: string): Promise<void> {
  const user = await preparePostgresUser()
  const running = await findRunningDatabase(dataDir)
  if (running) return copyCluster(running.adminConnectionString, running.folder, to, user)
  const started = await startEmbeddedDatabase(dataDir)
  try {
    await copyCluster(started.adminConnectionString, started.folder, to, user)
  } finally {
    await started.stop()
  }
}

async function backUp(target: string): Promise<void> {
  const { dataDir, databaseUrl, s3 } = readConfiguration()
  if (databaseUrl || s3)
    throw new StartupError(
      'This copies what is in DATA_DIR; docs/operations.md says how PostgreSQL and a bucket of your own are copied.',
    )
  const there = await readdir(target).catch(() => [])
  if (there.length > 0) throw new StartupError(`${target} is not empty: name a new folder.`)
  await makeFolder(target, 0o711).catch((cause: unknown) => {
    throw new StartupError(`${target} cannot be made: name a folder that this user can write.`, { cause })
  })
  const files = { from: join(dataDir, 'files'), to: join(target, 'files') }
  // A file is stored before a row says so, and removed after: what is there before and what is there after has all that
  // the rows name.
  const before = await copyFiles(files.from, files.to)
  await copyDatabase(dataDir, join(target, 'postgres', 'cluster'))
  const after = await copyFiles(files.from, files.to)
  await syncTree(target)
  await noteBackup(dataDir)
  console.log(
    `${target} has the database and ${before + after} files. It has no keys: keep a copy of ${join(dataDir, 'secrets')} elsewhere, without which nothing of it can be read.`,
  )
}

try {
  const [target] = parseArgs({ allowPositionals: true }).positionals
  if (!target) throw new StartupError('usage: npm run backup -- FOLDER')
  await backUp(resolve(target))
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
