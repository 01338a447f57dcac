import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { superuser } from './cluster.ts'
import { keepDatabasePassword } from './database-password.ts'
import { roleName } from './embedded-database.ts'
import { findPostmaster } from './postmaster.ts'

/**
 * The connection string of a DATA_DIR's database while another process serves from it, for scripts that look on; null when nobody does.
 * Starts nothing and takes no hold.
 */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  return (await findRunningCluster(dataDir))?.ownerConnectionString ?? null
}

/** The same with where its data files are, and the connection string of the superuser, for a copy of them. */
export async function findRunningCluster(
  dataDir: string,
): Promise<{ ownerConnectionString: string; adminConnectionString: string; folder: string } | null> {
  const folder = await realpath(join(dataDir, 'postgres', 'cluster')).catch(() => null)
  const postmaster = folder && (await findPostmaster(folder))
  if (!postmaster) return null
  const password = encodeURIComponent(await keepDatabasePassword(dataDir))
  const buildUrl = (role: string, database: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${postmaster.port}/${database}`
  return {
    ownerConnectionString: buildUrl(roleName, roleName),
    adminConnectionString: buildUrl(superuser, 'postgres'),
    folder,
  }
}
