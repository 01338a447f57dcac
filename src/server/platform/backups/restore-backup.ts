import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Decrypter } from 'age-encryption'
import { type FolderPart, writeCluster } from '../database/embedded/copy-cluster.ts'
import { unfinishedRestore } from '../database/embedded/embedded-database.ts'
import type { PostgresUser } from '../database/embedded/operating-system-user.ts'
import { writeUntrustedCluster } from '../database/embedded/untrusted-cluster.ts'
import type { AppliedMigration } from '../database/migrate.ts'
import { ignoreMissing, makeFolder, syncPath, syncTree } from '../files/index.ts'
import type { Macs } from '../keys/index.ts'
import { StartupError } from '../startup-error.ts'
import { readZip } from '../zip/read-zip.ts'
import { createMeasure, DamagedFile, readEncrypted } from './age.ts'
import { clusterName, contentsName, contentsSchema } from './backup-set.ts'
import { findProof, hashFile, type Proof } from './proofs.ts'

type RestoreOptions = {
  backup: string
  /** What `proveBackup` returned. Null: nothing shows who made the backup, so that its database is made harmless. */
  proof: Proof | null
  decrypter: Decrypter
  /** Must not have a database or files yet. */
  dataDir: string
  user: PostgresUser
  /** Leaves damaged stored files out instead of refusing the backup. */
  withoutDamaged: boolean
  /** Throws a StartupError when this program cannot start on a database with these migrations. */
  refuseSchema(migrations: AppliedMigration[]): Promise<void>
}

/**
 * Reads the proof that this installation made the backup, and compares the backup with it. Writes nothing. Throws a
 * StartupError when the backup has no proof under the installation's keys, present or former, or was changed.
 */
export async function proveBackup(backup: string, macs: Macs): Promise<Proof> {
  const proof = await findProof(backup, macs)
  if (!proof)
    throw new StartupError(
      `Nothing shows that your installation made ${backup}, so it was not opened: give the keys that the installation had then, or see "A backup without proof" in docs/operations.md.`,
    )
  const sha256 = await hashFile(backup).catch(ignoreMissing)
  if (sha256 === null) throw new StartupError(`${backup} is missing: restore another backup.`)
  if (sha256 !== proof.sha256) throw new StartupError(`${backup} was damaged: restore another backup.`)
  return proof
}

/**
 * Restores the database and the files of a backup into a DATA_DIR, completely or not at all: they are written to a
 * temporary folder, verified, synced to disk and renamed. Returns the number of files, and a sentence for each file
 * that was left out. Throws a StartupError with one sentence when a part is missing or was changed, when the backup
 * needs a newer program, or when a backup without proof has a part that the product doesn't write.
 */
export async function restoreBackup(options: RestoreOptions): Promise<{ files: number; leftOut: string[] }> {
  const { backup, proof, decrypter, dataDir, user, refuseSchema, withoutDamaged } = options
  const taken = (await readdir(dataDir)).find((name) => name === 'postgres' || name === 'files')
  if (taken)
    throw new StartupError(
      `${dataDir} already has ${taken}: set DATA_DIR to a new folder, and restore there.`,
    )
  const unfinished = join(dataDir, unfinishedRestore)
  await rm(unfinished, { recursive: true, force: true })
  await makeFolder(unfinished, 0o711)
  try {
    const archive = join(unfinished, 'archive.zip')
    const write = (content: AsyncIterable<Uint8Array>) =>
      pipeline(content, createWriteStream(archive, { flags: 'wx', mode: 0o600 }))
    await readEncrypted(decrypter, backup, write, { sha256: proof?.sha256 }).catch((error: unknown) => {
      if (error instanceof DamagedFile) throw new StartupError(`${error.message}: restore another backup.`)
      throw error
    })
    const { migrations, files } = await readContents(archive)
    await refuseSchema(migrations)
    const place = join(unfinished, 'files')
    await mkdir(place, { mode: 0o700 })
    const leftOut: string[] = []
    for (const { path, name, at } of files) {
      try {
        await restoreFile(decrypter, join(dirname(backup), 'files', name), join(place, path))
        await utimes(join(place, path), new Date(at), new Date(at))
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error
        if (!withoutDamaged)
          throw new StartupError(`${error.message}: restore the rest with --without-damaged.`)
        await rm(join(place, path), { force: true })
        leftOut.push(`files/${path} was not restored: ${error.message}.`)
      }
    }
    const cluster = join(unfinished, clusterName)
    if (proof) await writeCluster(readParts(archive), cluster, user)
    else await writeUntrustedCluster(readParts(archive), { dataDir, cluster, user })
    await rm(archive)
    await syncTree(unfinished)
    // `files` is renamed last: if the power fails in between, the database doesn't start without its files.
    for (const name of ['postgres', 'files']) await rename(join(unfinished, name), join(dataDir, name))
    await syncPath(dataDir)
    return { files: files.length - leftOut.length, leftOut }
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function readContents(archive: string) {
  for await (const { name, open } of readZip(archive))
    if (name === contentsName) return contentsSchema.parse(JSON.parse(await text(await open())))
  throw new StartupError('The backup has no list of its files: it was not made by "npm run backup".')
}

async function* readParts(archive: string): AsyncGenerator<FolderPart> {
  for await (const { name, open } of readZip(archive))
    if (name.startsWith(clusterName) && name !== clusterName)
      yield {
        name: name.slice(clusterName.length),
        bytes: name.endsWith('/') ? Buffer.alloc(0) : await open(),
      }
}

/** Checks the stored file against the SHA-256 in its name. */
async function restoreFile(decrypter: Decrypter, from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const { pass, read } = createMeasure()
  await readEncrypted(decrypter, from, (content) =>
    pipeline(content, pass, createWriteStream(to, { flags: 'wx', mode: 0o600 })),
  )
  if (!from.endsWith(`-${read().sha256}.age`))
    throw new DamagedFile(`${from} holds another file than its name says`)
}
