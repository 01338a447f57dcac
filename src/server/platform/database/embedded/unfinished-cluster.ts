import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isBlank } from '../../secrets/kept-secret.ts'

/** PostgreSQL numbers what it was told to make from here on; below are the databases that initdb makes. */
const firstOfOurs = 16_384

/**
 * Whether a cluster's folder is what an initdb left that never came to its end: a file without which no server starts is missing or blank,
 * and no database was ever made in it, so it holds no rows.
 */
export async function isUnfinished(place: string): Promise<boolean> {
  const made = await readdir(join(place, 'base')).catch(() => [])
  if (made.some((name) => Number(name) >= firstOfOurs)) return false
  const needed = ['PG_VERSION', join('global', 'pg_control')]
  const texts = await Promise.all(needed.map((name) => readFile(join(place, name), 'latin1').catch(() => '')))
  return texts.some(isBlank)
}
