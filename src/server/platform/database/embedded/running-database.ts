import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { databasePassword } from './database-password.ts'
import { roleName } from './embedded-database.ts'
import { findPostmaster } from './postmaster.ts'

/**
 * The connection string of a DATA_DIR's database while another process serves from it, for scripts that look on; null when nobody does.
 * Starts nothing and takes no hold.
 */
export async function runningDatabase(dataDir: string): Promise<string | null> {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => null)
  const postmaster = folder && (await findPostmaster(join(folder, 'cluster')))
  if (!postmaster) return null
  const password = encodeURIComponent(await databasePassword(dataDir))
  return `postgresql://${roleName}:${password}@127.0.0.1:${postmaster.port}/${roleName}`
}
