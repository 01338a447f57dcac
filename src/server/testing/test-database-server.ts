import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '../platform/database/embedded/embedded-database.ts'
import { type Logins, migrate } from '../platform/database/migrate.ts'
import { restrictServingRole } from '../platform/database/serving-role.ts'
import { prepareJobSchema } from '../platform/jobs/index.ts'
import { stopLeftServer } from './server-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The two logins without a database, and the superuser's; `templateDatabase` is migrated, and has no connections.
     */
    databaseServer: Logins & { adminConnectionString: string; templateDatabase: string }
  }
}

const prefix = 'assent-test-'

/**
 * One PostgreSQL for a test run, in a temporary folder, with a migrated template from which each test's database is
 * cloned. None of its data outlives the run, so it doesn't wait for the disk.
 */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  await removeWhatKilledRunsLeft()
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const server = await startEmbeddedDatabase(folder, {
    settings: [
      'fsync = off',
      'full_page_writes = off',
      'synchronous_commit = off',
      'max_connections = 300',
      // Its passwords protect nothing, and tests connect thousands of times.
      'scram_iterations = 1',
    ],
  })
  try {
    await migrate(server.ownerConnectionString, new URL('../../../migrations', import.meta.url).pathname)
    await prepareJobSchema(server.ownerConnectionString)
    await restrictServingRole(server)
    await renameDatabase(server.adminConnectionString, 'assent', 'assent_template')
  } catch (error) {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  project.provide('databaseServer', {
    adminConnectionString: server.adminConnectionString,
    connectionString: server.connectionString,
    ownerConnectionString: server.ownerConnectionString,
    templateDatabase: 'assent_template',
  })
  // An interrupted run exits without the step below.
  const endAtOnce = () => {
    endServer(server.folder)
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', endAtOnce)
  return async () => {
    process.off('exit', endAtOnce)
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Shuts the server down immediately, because its data aren't needed any more. */
function endServer(cluster: string): void {
  try {
    process.kill(Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10), 'SIGQUIT')
  } catch {
    // It has exited already.
  }
}

async function renameDatabase(adminConnectionString: string, from: string, to: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminConnectionString })
  await admin.connect()
  try {
    await admin.query(`ALTER DATABASE ${pg.escapeIdentifier(from)} RENAME TO ${pg.escapeIdentifier(to)}`)
  } finally {
    await admin.end()
  }
}

async function removeWhatKilledRunsLeft(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (!owner || isAlive(Number(owner))) continue
    const folder = join(tmpdir(), name)
    await stopLeftServer(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
