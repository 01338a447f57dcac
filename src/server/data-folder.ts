import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, writeDurably } from './platform/files/index.ts'
import { StartupError } from './platform/startup-error.ts'

/** Makes DATA_DIR when it is missing, for our own user only. Throws a StartupError when it cannot be written. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.write-test-${randomUUID()}`)
  try {
    await makeFolder(dataDir, 0o700)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new StartupError(
      `DATA_DIR ${dataDir} cannot be written (${code}): make it writable for this user, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

const nameBackupNote = (dataDir: string) => join(dataDir, 'last-backup')

/** Notes in DATA_DIR that a whole copy of it was made now. */
export async function noteBackup(dataDir: string): Promise<void> {
  await writeDurably(nameBackupNote(dataDir), '')
}

/** When that was last; null: never. */
export async function readLastBackup(dataDir: string): Promise<Date | null> {
  return (await stat(nameBackupNote(dataDir)).catch(() => null))?.mtime ?? null
}
