import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, writeDurably } from './platform/files/index.ts'
import { StartupError } from './platform/startup-error.ts'

/** Creates DATA_DIR if it is missing, readable by our own user only. Throws a StartupError when it isn't writable. */
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

/** Records in DATA_DIR that a full backup of it was made now. */
export async function noteBackup(dataDir: string): Promise<void> {
  await writeDurably(nameBackupNote(dataDir), '')
}

/** The time of the last backup; null if none was made. */
export async function readLastBackup(dataDir: string): Promise<Date | null> {
  return (await stat(nameBackupNote(dataDir)).catch(() => null))?.mtime ?? null
}
