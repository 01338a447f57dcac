import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Decrypter } from 'age-encryption'
import { type FolderPart, writeCluster } from '../database/embedded/copy-cluster.ts'
import { unfinishedRestore } from '../database/embedded/embedded-database.ts'
import type { PostgresUser } from '../database/embedded/operating-system-user.ts'
import type { AppliedMigration } from '../database/migrate.ts'
import { makeFolder, syncPath, syncTree } from '../files/index.ts'
import { StartupError } from '../startup-error.ts'
import { readZip } from '../zip/read-zip.ts'
import { readEncrypted } from './age.ts'
import { clusterName, contentsName, contentsSchema } from './backup-set.ts'

type RestoreOptions = {
  /** The backup's file, inside its set. */
  backup: string
  decrypter: Decrypter
  /** Must not have a database or files yet. */
  dataDir: string
  user: PostgresUser
  /** Throws a StartupError when this program cannot start on a database with these migrations. */
  refuseSchema(migrations: AppliedMigration[]): Promise<void>
}

/**
 * Restores the database and the files of a backup into a DATA_DIR, completely or not at all: they are written to a
 * temporary folder, verified, synced to disk and renamed. Returns the number of files. Throws a StartupError with one
 * sentence when a part is missing or was changed, or when the backup needs a newer program.
 */
export async function restoreBackup(options: RestoreOptions): Promise<number> {
  const { backup, decrypter, dataDir, user, refuseSchema } = options
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
    await readEncrypted(decrypter, backup, (content) =>
      pipeline(content, createWriteStream(archive, { flags: 'wx', mode: 0o600 })),
    )
    const { migrations, files } = await readContents(archive)
    await refuseSchema(migrations)
    const place = join(unfinished, 'files')
    await mkdir(place, { mode: 0o700 })
    for (const { path, name, at } of files) {
      await restoreFile(decrypter, join(dirname(backup), 'files', name), join(place, path))
      await utimes(join(place, path), new Date(at), new Date(at))
    }
    await writeCluster(readParts(archive), join(unfinished, clusterName), user)
    await rm(archive)
    await syncTree(unfinished)
    // `files` is renamed last: if the power fails in between, the database doesn't start without its files.
    for (const name of ['postgres', 'files']) await rename(join(unfinished, name), join(dataDir, name))
    await syncPath(dataDir)
    return files.length
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
  const sha256 = createHash('sha256')
  await readEncrypted(decrypter, from, (content) =>
    pipeline(
      content,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          sha256.update(chunk)
          yield chunk
        }
      },
      createWriteStream(to, { flags: 'wx', mode: 0o600 }),
    ),
  )
  if (!from.endsWith(`-${sha256.digest('hex')}.age`))
    throw new StartupError(`${from} holds another file than its name says: restore another backup.`)
}
