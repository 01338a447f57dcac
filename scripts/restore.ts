// npm run restore -- BACKUP --identity FILE: restores an encrypted backup into a DATA_DIR without data. FILE is a key
// file of age-keygen (docs/operations.md).
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfiguration } from '../src/server/config.ts'
import { prepareDataFolder } from '../src/server/data-folder.ts'
import { readIdentity } from '../src/server/platform/backups/age.ts'
import { restoreBackup } from '../src/server/platform/backups/restore-backup.ts'
import { preparePostgresUser } from '../src/server/platform/database/embedded/operating-system-user.ts'
import { refuseForeignSchema } from '../src/server/platform/database/migrate.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { runCommand } from './lib/run-command.ts'

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { identity: { type: 'string' } },
  })
  const [backup] = positionals
  if (!backup || !values.identity)
    throw new StartupError('usage: npm run restore -- FOLDER/TIME.age --identity FILE')
  const { dataDir, databaseUrl, s3 } = readConfiguration()
  if (databaseUrl || s3)
    throw new StartupError(
      'This command restores only into DATA_DIR. Unset DATABASE_URL and S3_BUCKET first.',
    )
  const decrypter = await readIdentity(resolve(values.identity))
  await prepareDataFolder(dataDir)
  const files = await restoreBackup({
    backup: resolve(backup),
    decrypter,
    dataDir,
    user: await preparePostgresUser(),
    refuseSchema: (landed) => refuseForeignSchema(join(import.meta.dirname, '..', 'migrations'), landed),
  })
  console.log(
    `${dataDir} now contains the database and ${files} files. Copy your folder "secrets" into it, then run "npm run restore:check".`,
  )
})
