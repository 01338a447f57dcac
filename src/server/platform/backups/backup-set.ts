import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Encrypter } from 'age-encryption'
import { z } from 'zod'
import { dayMs } from '../clock/index.ts'
import type { FolderPart } from '../database/embedded/copy-cluster.ts'
import type { AppliedMigration } from '../database/migrate.ts'
import { ignoreMissing, makeFolder, removeUnfinished, syncPath, writeDurably } from '../files/index.ts'
import { hashHex } from '../hash-hex.ts'
import { StartupError } from '../startup-error.ts'
import { writeZip, type ZipEntry } from '../zip/index.ts'
import { writeEncrypted } from './age.ts'

/*
 * A backup set is a folder:
 *
 *   files/ID-SHA256.age             each stored file once. ID is a hash of its path, size and time, so that a run finds
 *                                   the new files without a key and without reading the files already in the set
 *   2026-11-27T03-52-00Z.age        a backup: an archive of the database and of the list of its stored files
 *   2026-11-27T03-52-00Z.files      the ids of those files, for the run that removes files that no backup needs
 */

const backupName = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)\.(age|files)$/
const fileName = /^([0-9a-f]{32})-([0-9a-f]{64})\.age$/

/** The archive entry that lists the migrations and the stored files of a backup. */
export const contentsName = 'backup.json'

/** The folder of the database's data files, in the archive and in a DATA_DIR. */
export const clusterName = 'postgres/cluster/'

export const contentsSchema = z.object({
  migrations: z.array(z.object({ version: z.int(), name: z.string(), sha256: z.string() })),
  files: z.array(
    z.object({
      /** Relative to the folder of the stored files. */
      path: z.string().refine((path) => path.split('/').every((part) => !['', '.', '..'].includes(part))),
      name: z.string().regex(fileName),
      at: z.int(),
    }),
  ),
})

type KeptFile = z.output<typeof contentsSchema>['files'][number]

export type BackupOptions = {
  /** The folder of the set. */
  folder: string
  encrypter: Encrypter
  /** Retention of a backup, in days. */
  days: number
  now: Date
  /** The folder of the stored files. */
  files: string
  migrations: AppliedMigration[]
  readCluster(): AsyncIterable<FolderPart>
}

/**
 * Adds a backup to a set and removes backups older than `days`. Killing it at any moment leaves the earlier backups
 * intact. Returns the backup's file, the number of stored files in it, and the number of those that were new.
 */
export async function addBackup(
  options: BackupOptions,
): Promise<{ file: string; files: number; added: number }> {
  const { folder } = options
  await makeFolder(join(folder, 'files'), 0o700).catch((cause: unknown) => {
    throw new StartupError(`${folder} cannot be made: name a folder that this user can write.`, { cause })
  })
  await removeUnfinished(folder)
  await removeUnfinished(join(folder, 'files'))
  try {
    return await writeBackup(options)
  } finally {
    // Runs after a failed backup too: destroyed data must not be kept for longer.
    await removeOld(options)
  }
}

async function writeBackup({ folder, encrypter, now, files, migrations, readCluster }: BackupOptions) {
  const pool = await readPool(folder)
  const known = pool.size
  const kept = new Map<string, KeptFile>()
  const keepFiles = async () => {
    for await (const path of listFiles(files)) {
      const file = await keepFile(join(files, path), path, { folder, encrypter, now, pool })
      if (file) kept.set(path, file)
    }
  }
  // A file is stored before the row that names it, and removed after that row. So the files listed before the copy of
  // the rows and those listed after it include every file that the rows name.
  await keepFiles()
  async function* listEntries(): AsyncGenerator<ZipEntry> {
    for await (const { name, bytes } of readCluster())
      yield { name: `${clusterName}${name}`, bytes, at: now, compress: true }
    await keepFiles()
    const contents: z.output<typeof contentsSchema> = { migrations, files: [...kept.values()] }
    yield { name: contentsName, bytes: Buffer.from(JSON.stringify(contents)), at: now, compress: true }
  }
  const name = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  const file = join(folder, `${name}.age`)
  const unfinished = `${file}.${randomUUID()}.tmp`
  await writeEncrypted(encrypter, writeZip(listEntries()), unfinished)
  await syncPath(join(folder, 'files'))
  const ids = [...kept.values()].map((each) => each.name.slice(0, 32))
  await writeDurably(join(folder, `${name}.files`), ids.join('\n'))
  await rename(unfinished, file)
  await syncPath(folder)
  return { file, files: kept.size, added: pool.size - known }
}

/** The names of the files in a set, keyed by id. */
async function readPool(folder: string): Promise<Map<string, string>> {
  const names = await readdir(join(folder, 'files'))
  return new Map(names.flatMap((name) => (fileName.test(name) ? [[name.slice(0, 32), name] as const] : [])))
}

/** The paths of all files below a folder. */
async function* listFiles(folder: string, path = ''): AsyncGenerator<string> {
  for (const entry of (await readdir(join(folder, path), { withFileTypes: true }).catch(ignoreMissing)) ??
    []) {
    const inner = path ? `${path}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* listFiles(folder, inner)
    else if (entry.isFile()) yield inner
  }
}

/** Encrypts the file into the set unless it is already there. Returns its entry, or null when the file is gone. */
async function keepFile(
  source: string,
  path: string,
  {
    folder,
    encrypter,
    now,
    pool,
  }: Pick<BackupOptions, 'folder' | 'encrypter' | 'now'> & {
    pool: Map<string, string>
  },
): Promise<KeptFile | null> {
  const handle = await open(source).catch(ignoreMissing)
  if (!handle) return null
  try {
    const { size, mtimeMs } = await handle.stat()
    const at = Math.floor(mtimeMs)
    const id = hashHex(JSON.stringify([path, size, at])).slice(0, 32)
    const there = pool.get(id)
    if (there) return { path, name: there, at }
    const sha256 = createHash('sha256')
    async function* read() {
      for await (const chunk of handle?.createReadStream({ autoClose: false }) ?? []) {
        sha256.update(chunk)
        yield chunk
      }
    }
    const unfinished = join(folder, 'files', `${id}.${randomUUID()}.tmp`)
    await writeEncrypted(encrypter, read(), unfinished)
    const name = `${id}-${sha256.digest('hex')}.age`
    await utimes(unfinished, now, now)
    await rename(unfinished, join(folder, 'files', name))
    pool.set(id, name)
    return { path, name, at }
  } finally {
    await handle.close()
  }
}

/** Removes the backups older than `days`, except the newest, and the equally old files that no backup names. */
async function removeOld({ folder, days, now }: BackupOptions): Promise<void> {
  const oldest = new Date(now.getTime() - days * dayMs)
  const newest = await findNewestBackup(folder)
  const remaining: string[] = []
  // Sorted, so that a backup is removed before its list.
  for (const name of (await readdir(folder)).sort()) {
    const at = readTime(name)
    if (!at) continue
    if (at < oldest && at.getTime() !== newest?.getTime()) await rm(join(folder, name))
    else remaining.push(name)
  }
  await syncPath(folder)
  const needed = new Set<string>()
  for (const name of new Set(remaining.map((each) => each.replace(/age$/, 'files')))) {
    const ids = await readFile(join(folder, name), 'utf8').catch(ignoreMissing)
    if (ids === null)
      throw new StartupError(
        `${join(folder, name)} is missing, so that no file can be removed: put it back, or remove that backup.`,
      )
    for (const id of ids.split('\n')) needed.add(id)
  }
  for (const name of (await readPool(folder)).values()) {
    const file = join(folder, 'files', name)
    if (!needed.has(name.slice(0, 32)) && (await stat(file)).mtime < oldest) await rm(file)
  }
  await syncPath(join(folder, 'files'))
}

/** The start of the newest backup in a set; null when the set has none. */
export async function findNewestBackup(folder: string): Promise<Date | null> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? []
  const times = names.filter((name) => name.endsWith('.age')).flatMap((name) => readTime(name) ?? [])
  return times.reduce<Date | null>((newest, at) => (newest && newest > at ? newest : at), null)
}

function readTime(name: string): Date | null {
  const [, hour, minute, second] = backupName.exec(name) ?? []
  return hour ? new Date(`${hour}:${minute}:${second}`) : null
}
