import { randomUUID } from 'node:crypto'
import { chmod, chown, cp, lstat, readlink, rename, rm, symlink } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { makeFolder, syncPath, syncTree } from '../../files/index.ts'
import { StartupError } from '../../startup-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import type { PostgresUser } from './operating-system-user.ts'
import { runProgram } from './run-program.ts'

/** Where the database goes when the user `postgres` cannot enter DATA_DIR, as below a private home such as /root. */
const sharedPlace = '/var/lib/assent'

/**
 * The folder of the database for a DATA_DIR, existing, owned and reachable by the user who runs PostgreSQL: `DATA_DIR/postgres`, which is
 * a symbolic link into /var/lib/assent when that user could not get there otherwise.
 */
export async function placeDatabaseFolder(dataDir: string, user: PostgresUser): Promise<string> {
  const folder = join(dataDir, 'postgres')
  if (!user) {
    await makeFolder(folder, 0o700)
    return folder
  }
  const linked = await readlink(folder).catch(() => null)
  if (linked && !(await lstat(linked).catch(() => null))) {
    throw new StartupError(
      `${folder} leads to ${linked}, which is gone and held the database: put it back from your backup, or remove ${folder} to begin with an empty one.`,
    )
  }
  if (linked) return makeOwned(linked, user)
  const exists = await lstat(folder).catch(() => null)

  // Passing through, not listing, is what the database's user needs; DATA_DIR is ours to open that far.
  await chown(dataDir, 0, user.gid)
  await chmod(dataDir, 0o710)
  const closed = await findClosedFolder(dataDir, user)
  if (!closed) return makeOwned(folder, user)

  const sentence = `The database runs as the user postgres, who cannot enter ${closed}: move DATA_DIR to a folder that everybody may pass through, run "chmod o+x ${closed}", or set DATABASE_URL.`
  if (exists) throw new StartupError(sentence)
  try {
    await makeFolder(sharedPlace, 0o711)
    if (await findClosedFolder(sharedPlace, user)) throw new Error('not reachable either')
    const place = await makeOwned(join(sharedPlace, `database-${randomUUID()}`), user)
    await symlink(place, folder)
    await syncPath(dataDir)
    return place
  } catch (error) {
    throw new StartupError(sentence, { cause: error })
  }
}

/** The programs where the user who runs PostgreSQL can execute them: as installed, or a copy in /var/lib/assent. */
export async function placeBinaries(
  binaries: PostgresBinaries,
  user: PostgresUser,
): Promise<PostgresBinaries> {
  if (!user) return binaries
  const closed = await findClosedFolder(join(binaries.folder, 'bin'), user)
  if (!closed) return binaries
  const folder = join(sharedPlace, `postgresql-${binaries.version}`)
  const copied = {
    ...binaries,
    folder,
    initdb: join(folder, 'bin', basename(binaries.initdb)),
    pgCtl: join(folder, 'bin', basename(binaries.pgCtl)),
  }
  if (await doesRun(copied, user)) return copied
  const unfinished = `${folder}.${randomUUID()}`
  try {
    await makeFolder(sharedPlace, 0o711)
    await cp(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true })
    await chmod(unfinished, 0o755)
    await syncTree(unfinished)
    // A copy that does not run is what a power cut left of an earlier one.
    if (!(await doesRun(copied, user))) await rm(folder, { recursive: true, force: true })
    await rename(unfinished, folder)
    await syncPath(sharedPlace)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another process may have finished its copy first.
    if (!(await lstat(folder).catch(() => null))) {
      throw new StartupError(
        `The database runs as the user postgres, who cannot enter ${closed}: move the program to a folder that everybody may pass through, run "chmod o+x ${closed}", or set DATABASE_URL.`,
        { cause: error },
      )
    }
  }
  return copied
}

async function doesRun({ initdb }: PostgresBinaries, user: PostgresUser): Promise<boolean> {
  return runProgram(initdb, ['--version'], user).then(
    ({ code }) => code === 0,
    () => false,
  )
}

async function makeOwned(folder: string, user: { uid: number; gid: number }): Promise<string> {
  await makeFolder(folder, 0o700)
  await chown(folder, user.uid, user.gid)
  return folder
}

/** The highest folder on the way to `folder`, itself included, that the user may not pass through; null when the way is open. */
async function findClosedFolder(folder: string, user: PostgresUser): Promise<string | null> {
  const parts = resolve(folder).split(sep)
  for (let length = 1; length <= parts.length; length++) {
    const part = parts.slice(0, length).join(sep) || sep
    // The kernel decides, access control lists included.
    const { code } = await runProgram('test', ['-x', part], user)
    if (code !== 0) return part
  }
  return null
}
