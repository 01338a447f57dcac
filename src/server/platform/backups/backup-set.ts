import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Encrypter } from 'age-encryption'
import { z } from 'zod'
import type { FolderPart } from '../database/embedded/copy-cluster.ts'
import type { AppliedMigration } from '../database/migrate.ts'
import { ignoreMissing, makeFolder, removeUnfinished, syncPath, writeDurably } from '../files/index.ts'
import { hashHex } from '../hash-hex.ts'
import type { Macs } from '../keys/index.ts'
import { StartupError } from '../startup-error.ts'
import { writeZip, type ZipEntry } from '../zip/index.ts'
import { writeEncrypted } from './age.ts'
import {
  addHash,
  fileName,
  isWhole,
  nameList,
  type Proof,
  readHashes,
  readList,
  syncHashes,
  writeList,
} from './proofs.ts'
import { removeOld } from './remove-old.ts'

/*
 * A backup set is a folder:
 *
 *   files/ID-SHA256.age             each stored file once. ID is a hash of its path, size and time, so that a run finds
 *                                   the new files without a key. SHA256 is the hash of the file before its encryption
 *   hashes                          a line for each of those files: its size and its hash, with the installation's MAC
 *   2026-11-27T03-52-00Z.age        a backup: an archive of the database and of the list of its stored files
 *   2026-11-27T03-52-00Z.files      a line with the size, hash and MAC of the backup, then the ids of its files, for the
 *                                   run that removes files that no backup needs
 */

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
  folder: string
  encrypter: Encrypter
  /** Retention of a backup, in days. */
  days: number
  now: Date
  files: string
  migrations: AppliedMigration[]
  readCluster(): AsyncIterable<FolderPart>
  /** Proves later that this installation wrote the backup. */
  macs: Macs
}

export type AddedBackup = {
  file: string
  files: number
  /** The number of those that were not in the set. */
  added: number
  /** The number of those that the set had without a valid hash, or damaged. They were written again. */
  again: number
  /** A sentence for each thing in the set that the operator should look at. The backup is whole. */
  problems: string[]
}

/** A set during a run, with the proofs of its stored files by id, and the names in its folder `files`. */
type OpenSet = BackupOptions & { hashes: Map<string, Proof>; names: Set<string> }

/**
 * Adds a backup to a set and removes backups older than `days`. Killing it at any moment leaves the earlier backups
 * intact. Writes a stored file again when it is damaged in the set.
 */
export async function addBackup(options: BackupOptions): Promise<AddedBackup> {
  const { folder, macs } = options
  await makeFolder(join(folder, 'files'), 0o700).catch((cause: unknown) => {
    throw new StartupError(`${folder} cannot be made: name a folder that this user can write.`, { cause })
  })
  await removeUnfinished(folder)
  await removeUnfinished(join(folder, 'files'))
  const names = new Set(await readdir(join(folder, 'files')))
  const set = { ...options, names, hashes: await readHashes(folder, macs) }
  const written = await writeBackup(set).catch(async (error: unknown) => {
    // Runs after a failed backup too: destroyed data must not be kept for longer.
    await removeOld(set)
    throw error
  })
  const { kept, ...backup } = written
  const problems = [...(await removeOld(set)), ...(await nameDamaged(set, kept))]
  return { ...backup, files: kept.size, problems }
}

async function writeBackup(set: OpenSet) {
  const { folder, encrypter, now, files, migrations, readCluster, macs } = set
  const kept = new Map<string, KeptFile>()
  const counts = { there: 0, added: 0, again: 0 }
  const keepFiles = async () => {
    for await (const path of listFiles(files)) {
      const file = await keepFile(path, kept.get(path), set)
      if (!file) continue
      const { outcome, ...entry } = file
      counts[outcome] += 1
      kept.set(path, entry)
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
  const name = `${now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}.age`
  const file = join(folder, name)
  const unfinished = `${file}.${randomUUID()}.tmp`
  const measured = await writeEncrypted(encrypter, writeZip(listEntries()), unfinished)
  await syncPath(join(folder, 'files'))
  await syncHashes(folder)
  const ids = [...kept.values()].map((each) => each.name.slice(0, 32))
  await writeDurably(join(folder, nameList(name)), writeList({ name, ...measured }, ids, macs))
  await rename(unfinished, file)
  await syncPath(folder)
  return { file, kept, added: counts.added, again: counts.again }
}

async function* listFiles(folder: string, path = ''): AsyncGenerator<string> {
  for (const entry of (await readdir(join(folder, path), { withFileTypes: true }).catch(ignoreMissing)) ??
    []) {
    const inner = path ? `${path}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* listFiles(folder, inner)
    else if (entry.isFile()) yield inner
  }
}

/**
 * Encrypts the file into the set unless it is there and whole. Returns its entry and what was done, or null when the
 * file is gone. `before` is its entry from earlier in this run.
 */
async function keepFile(
  path: string,
  before: KeptFile | undefined,
  { folder, files, encrypter, now, macs, hashes, names }: OpenSet,
): Promise<(KeptFile & { outcome: 'there' | 'added' | 'again' }) | null> {
  const handle = await open(join(files, path)).catch(ignoreMissing)
  if (!handle) return null
  try {
    const { size, mtimeMs } = await handle.stat()
    const at = Math.floor(mtimeMs)
    const id = hashHex(JSON.stringify([path, size, at])).slice(0, 32)
    if (before?.name.startsWith(id)) return { ...before, outcome: 'there' }
    const proof = hashes.get(id)
    if (proof && (await isWhole(join(folder, 'files', proof.name), proof, now)))
      return { path, name: proof.name, at, outcome: 'there' }
    const sha256 = createHash('sha256')
    async function* read() {
      for await (const chunk of handle?.createReadStream({ autoClose: false }) ?? []) {
        sha256.update(chunk)
        yield chunk
      }
    }
    const unfinished = join(folder, 'files', `${id}.${randomUUID()}.tmp`)
    const measured = await writeEncrypted(encrypter, read(), unfinished)
    const name = `${id}-${sha256.digest('hex')}.age`
    await utimes(unfinished, now, now)
    await rename(unfinished, join(folder, 'files', name))
    hashes.set(id, { name, ...measured })
    await addHash(folder, { name, ...measured }, macs)
    return { path, name, at, outcome: proof || names.has(name) ? 'again' : 'added' }
  } finally {
    await handle.close()
  }
}

/** A sentence for each backup that is damaged, and one for the damaged files whose originals are gone. */
async function nameDamaged(
  { folder, now, macs, hashes }: OpenSet,
  kept: Map<string, KeptFile>,
): Promise<string[]> {
  const problems: string[] = []
  for (const list of (await readdir(folder)).filter((name) => name.endsWith('.files'))) {
    const backup = readList(await readFile(join(folder, list), 'utf8'), list, macs)?.backup
    // Without its file it is a run that was killed.
    const file = join(folder, backup?.name ?? '')
    if (backup && (await stat(file).catch(ignoreMissing)) && !(await isWhole(file, backup, now)))
      problems.push(`${file} is damaged and can't be restored: remove it and its list.`)
  }
  const living = new Set([...kept.values()].map(({ name }) => name))
  const damaged: string[] = []
  for (const proof of hashes.values()) {
    const file = join(folder, 'files', proof.name)
    if (!living.has(proof.name) && !(await isWhole(file, proof, now))) damaged.push(file)
  }
  if (damaged.length > 0)
    problems.push(
      `Damaged and without an original: ${damaged.length} of the stored files of earlier backups, such as ${damaged[0]}. Restore those backups with --without-damaged.`,
    )
  return problems
}
