import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The password of the embedded database: made once, kept in `DATA_DIR/secrets/database-password`, readable by our own user only.
 * Two processes that start together agree on one.
 */
export async function databasePassword(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, 'database-password')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, randomBytes(24).toString('base64url'), { mode: 0o600 })
  try {
    // link(2) fails when the name exists, so the first password stays.
    await link(unfinished, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  return (await readFile(file, 'utf8')).trim()
}
