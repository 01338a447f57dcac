import { chown, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { StartupError } from '../../startup-error.ts'
import { choosePostgres, openDataFolder, placeBinaries } from './binaries.ts'
import { writeOwnConfiguration } from './cluster.ts'
import { type FolderPart, leftOut, writeCluster } from './copy-cluster.ts'
import { type PostgresUser, runProgram } from './operating-system-user.ts'

/** Replaced by the product's own, because they can name commands and libraries to run. */
const configuration = new Set(['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf'])

/** What a copy of the product's database has at its top. Signal files and tablespace maps aren't among it. */
const ownFiles = new Set(['PG_VERSION', 'backup_label'])
const ownFolders = new Set([
  'base',
  'global',
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical',
  'pg_multixact',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal',
  'pg_xact',
])

/**
 * Removes what would run as the superuser: the settings of roles and databases, subscriptions and event triggers. Plain
 * deletions, because they need no name and call no function of that database.
 */
const removals = `DELETE FROM pg_db_role_setting;
DELETE FROM pg_subscription;
DELETE FROM pg_depend WHERE classid = 'pg_event_trigger'::regclass;
DELETE FROM pg_event_trigger;
`

/** The databases that the product opens, and the one that new databases copy. */
const databases = ['template1', 'postgres', 'assent']

/**
 * Writes a cluster that another person may have made, below a DATA_DIR, and makes it harmless to start: its
 * configuration is the product's own, and no event trigger, subscription or setting of a role or database remains. They
 * are removed in single-user mode, which runs none of them. Throws a StartupError for a part that the product doesn't
 * write, such as a signal file or a tablespace, and when PostgreSQL can't open the cluster.
 */
export async function writeUntrustedCluster(
  parts: AsyncIterable<FolderPart>,
  { dataDir, cluster, user }: { dataDir: string; cluster: string; user: PostgresUser },
): Promise<void> {
  await writeCluster(selectOwn(parts), cluster, user)
  await writeOwnConfiguration(cluster, user)
  if (user) await chown(dirname(cluster), user.uid, user.gid)
  const refusal = user && (await openDataFolder(dataDir, user))
  if (refusal) throw refusal
  const { postgres } = await placeBinaries(await choosePostgres(cluster), user)
  for (const database of databases) {
    const args = ['--single', '-D', cluster, '-c', 'exit_on_error=on', database]
    const { code, stderr } = await runProgram(postgres, args, user, removals)
    if (code !== 0)
      throw new StartupError('PostgreSQL cannot open the database of this backup: restore another backup.', {
        cause: new Error(stderr),
      })
  }
  // The log of the database may have made one while it was replayed.
  const [tablespace] = await readdir(join(cluster, 'pg_tblspc'))
  if (tablespace) throw refusePart(`pg_tblspc/${tablespace}`)
}

async function* selectOwn(parts: AsyncIterable<FolderPart>): AsyncGenerator<FolderPart> {
  for await (const part of parts) {
    const [top = '', ...inner] = part.name.split('/')
    if (configuration.has(part.name)) {
      if (part.bytes instanceof Readable) part.bytes.destroy()
      continue
    }
    const isOwn = inner.length > 0 ? ownFolders.has(top) : ownFiles.has(top)
    const isTablespace = top === 'pg_tblspc' && inner.join('') !== ''
    const isLeftOut = part.name !== 'backup_label' && leftOut.test(basename(part.name))
    if (!isOwn || isTablespace || isLeftOut) throw refusePart(part.name)
    yield part
  }
}

function refusePart(name: string): StartupError {
  return new StartupError(
    `The backup has ${name}, which the product does not write: do not trust it, and restore another backup.`,
  )
}
