import { chown, copyFile, lstat, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { PostgresUser } from './operating-system-user.ts'

/** What a running server has for itself, and a copy makes anew: their folders are kept empty. */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const leftOut = /^(postmaster\.(pid|opts)|backup_label|tablespace_map|pgsql_tmp.*|pg_internal\.init.*)$/

/**
 * Copies the data files of a running server into a folder that does not exist yet, while it serves: a base backup as PostgreSQL's manual has it
 * ("Making a Base Backup Using the Low Level API"), since the package brings no pg_basebackup. The copy is the database as it was at the end of
 * this call or a moment before; it recovers when a server is started on it.
 */
export async function copyCluster(
  adminConnectionString: string,
  from: string,
  to: string,
  user: PostgresUser,
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminConnectionString, application_name: 'assent backup' })
  await admin.connect()
  try {
    // What is written meanwhile must still be there at the end; the slot goes with the connection.
    await admin.query("SELECT pg_create_physical_replication_slot('assent_backup', true, true)")
    await admin.query("SELECT pg_backup_start('assent', true)")
    await copyFolder(from, to, user)
    const { rows } = await admin.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
    )
    await writeFile(join(to, 'backup_label'), rows[0]?.label ?? '', { mode: 0o600, flag: 'wx' })
    await giveToUser(join(to, 'backup_label'), user)
    await mkdir(join(to, 'pg_wal', 'archive_status'), { mode: 0o700 })
    await giveToUser(join(to, 'pg_wal', 'archive_status'), user)
    for (const name of await readdir(join(from, 'pg_wal'))) {
      if (/^[0-9A-F]{24}$|\.history$/.test(name))
        await copyOne(join(from, 'pg_wal', name), join(to, 'pg_wal', name), user)
    }
  } finally {
    await admin.end()
  }
}

async function copyFolder(from: string, to: string, user: PostgresUser): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  await giveToUser(to, user)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const { name } = entry
    if (leftOut.test(name)) continue
    if (entry.isFile()) await copyOne(join(from, name), join(to, name), user)
    else if (emptied.includes(name)) {
      await mkdir(join(to, name), { mode: 0o700 })
      await giveToUser(join(to, name), user)
    } else if (entry.isDirectory()) await copyFolder(join(from, name), join(to, name), user)
  }
}

/** A file that the server removed meanwhile is none that the copy needs. */
async function copyOne(from: string, to: string, user: PostgresUser): Promise<void> {
  try {
    await copyFile(from, to)
  } catch (error) {
    if (await lstat(from).catch(() => null)) throw error
    return
  }
  await giveToUser(to, user)
}

async function giveToUser(path: string, user: PostgresUser): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}
