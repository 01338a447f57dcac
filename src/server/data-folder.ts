import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDisk, type Disk, isDiskFull, makeFolder, writeDurably } from './platform/files/index.ts'
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

/** The codes of Node and of PostgreSQL (appendix A) for a full disk. */
const fullDiskCodes: ReadonlySet<unknown> = new Set(['ENOSPC', '53100'])

/** What the programs of PostgreSQL print for a full disk. */
const fullDiskText = 'No space left on device'

/**
 * The error of a failed start; a StartupError that names DATA_DIR if a full disk caused it, or if the disk is full now.
 * The disk may have room again, because a start removes what it couldn't complete.
 */
export async function explainFullDisk(
  error: unknown,
  dataDir: string,
  disk: Disk = createDisk([dataDir, join(dataDir, 'postgres')]),
): Promise<unknown> {
  if (!isDiskFullError(error) && !isDiskFull(await disk.measureRoom())) return error
  const reason = error instanceof StartupError ? `${error.message} ` : ''
  return new StartupError(
    `${reason}The disk of DATA_DIR ${dataDir} is full: make room there, then start again.`,
    { cause: error },
  )
}

function isDiskFullError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message, cause } = error as NodeJS.ErrnoException
  return fullDiskCodes.has(code) || message.includes(fullDiskText) || isDiskFullError(cause)
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
