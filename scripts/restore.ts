// npm run restore -- BACKUP --identity FILE [--without-damaged] [--unsigned]: restores an encrypted backup into a
// DATA_DIR without data. FILE is a key file of age-keygen. The signing keys in DATA_DIR/secrets or SIGNING_KEYS_FILE
// prove that this installation made the backup (docs/operations.md).
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Configuration, readConfiguration } from '../src/server/config.ts'
import { prepareDataFolder } from '../src/server/data-folder.ts'
import { readIdentity } from '../src/server/platform/backups/age.ts'
import { proveBackup, restoreBackup } from '../src/server/platform/backups/restore-backup.ts'
import { preparePostgresUser } from '../src/server/platform/database/embedded/operating-system-user.ts'
import { refuseForeignSchema } from '../src/server/platform/database/migrate.ts'
import { createMacs } from '../src/server/platform/keys/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { nameSigningKeysFile, readSigningKeys } from '../src/server/secrets.ts'
import { runCommand } from './lib/run-command.ts'

const risk =
  'Nothing shows who made this backup. Settings, event triggers and subscriptions in its database are removed, but other code in it can still run with the rights of the database. Start it only if you know who could write to its folder.'

async function readMacs(configuration: Configuration) {
  const file = nameSigningKeysFile(configuration)
  if (!existsSync(file))
    throw new StartupError(
      `${file} is missing, and only it shows that your installation made the backup: copy your folder "secrets" into ${configuration.dataDir} first.`,
    )
  return createMacs(await readSigningKeys(configuration))
}

await runCommand(async () => {
  const flag = { type: 'boolean', default: false } as const
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { identity: { type: 'string' }, unsigned: flag, 'without-damaged': flag },
  })
  const [given] = positionals
  if (!given || !values.identity)
    throw new StartupError('usage: npm run restore -- FOLDER/TIME.age --identity FILE [--without-damaged]')
  const configuration = readConfiguration()
  const { dataDir, databaseUrl, s3 } = configuration
  if (databaseUrl || s3)
    throw new StartupError(
      'This command restores only into DATA_DIR. Unset DATABASE_URL and S3_BUCKET first.',
    )
  const backup = resolve(given)
  const decrypter = await readIdentity(resolve(values.identity))
  if (values.unsigned) console.error(risk)
  const proof = values.unsigned ? null : await proveBackup(backup, await readMacs(configuration))
  await prepareDataFolder(dataDir)
  const { files, leftOut } = await restoreBackup({
    backup,
    proof,
    decrypter,
    dataDir,
    user: await preparePostgresUser(),
    withoutDamaged: values['without-damaged'],
    refuseSchema: (landed) => refuseForeignSchema(join(import.meta.dirname, '..', 'migrations'), landed),
  })
  for (const sentence of leftOut) console.error(sentence)
  const next = existsSync(nameSigningKeysFile(configuration))
    ? 'Run "npm run restore:check".'
    : 'Copy your folder "secrets" into it, then run "npm run restore:check".'
  console.log(`${dataDir} now contains the database and ${files} files. ${next}`)
})
