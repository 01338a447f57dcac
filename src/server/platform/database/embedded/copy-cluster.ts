import { createWriteStream } from 'node:fs'
import { chown, mkdir, open, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { ignoreMissing } from '../../files/index.ts'
import { StartupError } from '../../startup-error.ts'
import type { PostgresUser } from './operating-system-user.ts'

/** A file of a folder, or a subfolder: its name ends in a slash and it has no bytes. */
export type FolderPart = { name: string; bytes: Readable | Uint8Array }

/** Folders that a server recreates; they are copied empty. */
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

/** The names of files that no copy has, except for the `backup_label` that a copy adds. */
export const leftOut =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|pgsql_tmp.*|pg_internal\.init.*)$/

/**
 * Reads the data files of a running server: a base backup as in PostgreSQL's manual ("Making a Base Backup Using the
 * Low Level API"), since the package has no pg_basebackup. Together they hold the database at the moment of the last
 * part or slightly before; a server started on them recovers it. Read each part's bytes before asking for the next
 * part.
 *
 * Throws a StartupError while another copy is running.
 */
export async function* readCluster(adminConnectionString: string, from: string): AsyncGenerator<FolderPart> {
  const admin = new pg.Client({ connectionString: adminConnectionString, application_name: 'assent backup' })
  // A broken connection makes the next query fail.
  admin.on('error', () => {})
  await admin.connect()
  try {
    // The slot keeps the WAL written during the copy until its end, and is dropped with the connection.
    await admin
      .query("SELECT pg_create_physical_replication_slot('assent_backup', true, true)")
      .catch((cause: unknown) => {
        const isTaken = cause instanceof pg.DatabaseError && cause.code === '42710'
        throw isTaken ? new StartupError('Another backup is being made: wait until it ends.') : cause
      })
    await admin.query("SELECT pg_backup_start('assent', true)")
    const isEmptied = (path: string) => emptied.includes(basename(dirname(path)))
    yield* readFolder(from, '', (path) => !leftOut.test(basename(path)) && !isEmptied(path))
    const { rows } = await admin.query<{ label: string; last: string }>(
      'SELECT labelfile AS label, pg_walfile_name(lsn) AS last FROM pg_backup_stop(wait_for_archive => false)',
    )
    const { label = '', last = '' } = rows[0] ?? {}
    const [, first] = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label) ?? []
    if (!first) throw new Error(`the label of a backup names no first segment: ${label}`)
    yield { name: 'backup_label', bytes: Buffer.from(label) }
    yield { name: 'pg_wal/archive_status/', bytes: Buffer.alloc(0) }
    // A start on the copy reads these segments only. The others are older, or are kept for writes to come.
    const isLog = (path: string) => {
      const name = basename(path)
      return name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && first <= name && name <= last)
    }
    yield* readFolder(join(from, 'pg_wal'), 'pg_wal/', isLog)
  } finally {
    await admin.end()
  }
}

/** Yields the wanted entries below a folder, and skips entries that were removed during the copy. */
async function* readFolder(
  folder: string,
  name: string,
  isWanted: (path: string) => boolean,
): AsyncGenerator<FolderPart> {
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? []) {
    const path = join(folder, entry.name)
    if (!isWanted(path)) continue
    if (entry.isDirectory()) {
      yield { name: `${name}${entry.name}/`, bytes: Buffer.alloc(0) }
      yield* readFolder(path, `${name}${entry.name}/`, isWanted)
    } else if (entry.isFile()) {
      const file = await open(path).catch(ignoreMissing)
      if (file) yield { name: `${name}${entry.name}`, bytes: file.createReadStream() }
    }
  }
}

/** Writes a cluster into a new folder, owned by the user who will run it. */
export async function writeCluster(
  parts: AsyncIterable<FolderPart>,
  to: string,
  user: PostgresUser,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for await (const { name, bytes } of parts) {
    const path = join(to, name)
    if (name.endsWith('/')) await mkdir(path, { recursive: true, mode: 0o700 })
    else
      await pipeline(
        bytes instanceof Readable ? bytes : [bytes],
        createWriteStream(path, { mode: 0o600, flags: 'wx' }),
      )
  }
  if (!user) return
  for (const name of ['', ...(await readdir(to, { recursive: true }))])
    await chown(join(to, name), user.uid, user.gid)
}
