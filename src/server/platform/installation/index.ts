import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../clock/index.ts'
import { type Database, type Queryable, readSchemaVersion, sql, type Transaction } from '../database/index.ts'
import { isServed } from '../jobs/index.ts'
import { doKeysFit, type SigningMarks } from '../keys/index.ts'
import type { Logger } from '../logging/index.ts'
import { type FileAddress, FileUnreadable, type Storage } from '../storage/index.ts'
import { rememberFor } from '../waiting/index.ts'

/** Whether database, schema, store, document key, PUBLIC_URL and signing keys belong together (REPLICA-1, CLUSTER-9, CLUSTER-11). */
export type Installation = {
  /**
   * Null when they do; otherwise one sentence for whoever runs the product, without a name of theirs. The first process ever to ask marks
   * the store with the id of the database, and where no process serves the first to ask gives the database its
   * PUBLIC_URL. An answer is remembered for five seconds. Rejects when database or store cannot be asked.
   */
  findFault(): Promise<string | null>
}

/** For so long an answer is given again: whoever asks for readiness often costs the store and the key service nothing. */
export const rememberedMs = 5000

export type InstallationParts = {
  database: Database
  storage: Storage
  clock: Clock
  logger: Logger
  /** The origin that people type, without a slash at its end. */
  publicUrl: string
  signing: SigningMarks
  /** The number of the newest migration that this version of the program knows. */
  newestMigration: number
}

export function createInstallation(parts: InstallationParts): Installation {
  const { clock, logger } = parts
  let hasLooked = false
  let before: string | null = null

  async function look(): Promise<string | null> {
    const fault =
      (await findSchemaFault(parts)) ??
      (await findStoreFault(parts)) ??
      (await findPublicUrlFault(parts, !hasLooked)) ??
      (await findSigningFault(parts, !hasLooked))
    if (hasLooked && fault && fault !== before)
      logger.error({ reason: fault }, 'this process no longer fits its database and its store')
    hasLooked = true
    before = fault
    return fault
  }

  return { findFault: rememberFor(clock, rememberedMs, look) }
}

/** A newer schema is no fault: each migration leaves what the version before it reads and writes (docs/upgrade.md). */
async function findSchemaFault({ database, newestMigration }: InstallationParts): Promise<string | null> {
  return (await readSchemaVersion(database)) < newestMigration ? faults.olderSchema : null
}

async function findStoreFault(parts: InstallationParts): Promise<string | null> {
  const { database, storage } = parts
  const known = await findRow(database)
  if (!known?.markedAt) {
    // There before the store is marked, so that one who is cut off in between leaves a mark that the next one knows.
    await ensureRow(database)
    return database.transaction((tx) => claimStore(parts, tx))
  }
  return findMarkFault(await readMark(storage), known.id)
}

/**
 * The address is that of whoever started last while nobody served; who starts beside others takes theirs or refuses.
 * Who serves already never takes it back: `mayChange` is of a start alone. Two that start at once with different ones
 * are told apart at the next look of the first.
 */
async function findPublicUrlFault(
  { database, publicUrl }: InstallationParts,
  mayChange: boolean,
): Promise<string | null> {
  if ((await findRow(database))?.publicUrl === publicUrl) return null
  if (!mayChange) return faults.otherPublicUrl
  return database.transaction(async (tx) => {
    const { publicUrl: theirs } = await lockRow(tx)
    if (theirs !== null && theirs !== publicUrl && (await isServed(tx))) return faults.otherPublicUrl
    await notePublicUrl(tx, publicUrl)
    return null
  })
}

/** As with the address, but two that fit may differ: keys are replaced one process after the other. */
async function findSigningFault(
  { database, signing }: InstallationParts,
  mayChange: boolean,
): Promise<string | null> {
  const known = (await findRow(database))?.signing
  if (known && isDeepStrictEqual(known, signing)) return null
  if (!mayChange) return known && !doKeysFit(known, signing) ? faults.otherSigningKeys : null
  return database.transaction(async (tx) => {
    const { signing: theirs } = await lockRow(tx)
    if (theirs && !doKeysFit(theirs, signing) && (await isServed(tx))) return faults.otherSigningKeys
    await noteSigning(tx, signing)
    return null
  })
}

/** Why a store with this mark is not the one of the installation `id`; null when it is. */
function findMarkFault(mark: Mark | 'none' | 'unreadable', id: string): string | null {
  if (mark === 'none') return faults.noMark
  if (mark === 'unreadable') return faults.otherKey
  return mark.id === id ? null : faults.otherInstallation
}

/** Writes the mark unless the store has one; of processes that come together the first does, and the others find it. */
async function claimStore(
  parts: InstallationParts,
  tx: Parameters<typeof lockRow>[0],
): Promise<string | null> {
  const { storage, clock } = parts
  const row = await lockRow(tx)
  const mark = await readMark(storage)
  if (mark !== 'none' || row.markedAt) {
    const fault = findMarkFault(mark, row.id)
    if (fault) return fault
  } else await writeMark(storage, { id: row.id })
  await noteMarked(tx, clock.now())
  return null
}

/** What is wrong when the parts of an installation do not belong together, and what to do: one sentence each, and no name of anything. */
export const faults = {
  olderSchema:
    'The database lacks migrations that this version of the program needs, as after a backup was restored: start this process again, so that they are made.',
  otherKey:
    'The stored files were written with another document key than this process has, or its key service does not open them: give it the DOCUMENT_KEY_FILE or KMS_KEY_ID that every other process on this database has.',
  otherInstallation:
    'The store belongs to another database than the one of this process: correct S3_BUCKET, DATA_DIR or DATABASE_URL, so that both are of one installation.',
  noMark:
    'The store is not the one that holds the files of this database, or was emptied: correct S3_BUCKET or DATA_DIR, or copy all that the right store holds, the folder "installation" included.',
  otherPublicUrl:
    'The other processes on this database have another PUBLIC_URL than this one: give this process theirs, or, to change it for all, stop every one of them before the first is started with the new one.',
  otherSigningKeys:
    'The other processes on this database sign with other keys than this one, so that who signs in at one is not signed in at the next: give this process the SIGNING_KEYS_FILE that they have; a new key is first added behind theirs everywhere.',
} as const

const address: FileAddress = { bucket: 'installation', path: 'mark' }

/** What a store says of itself: the id of its installation. */
type Mark = { id: string }

/**
 * What the store says of whose it is: an id; `none` when it was never marked, or a power cut left the mark blank; `unreadable` when another
 * key wrote it. Throws when the store cannot be reached.
 */
async function readMark(storage: Storage): Promise<Mark | 'none' | 'unreadable'> {
  try {
    const bytes = await storage.get(address)
    return bytes ? { id: new TextDecoder().decode(bytes) } : 'none'
  } catch (error) {
    if (error instanceof FileUnreadable) return error.isBlank ? 'none' : 'unreadable'
    throw error
  }
}

async function writeMark(storage: Storage, { id }: Mark): Promise<void> {
  await storage.put(address, new TextEncoder().encode(id))
}

/** `publicUrl` and `signing` are null until a process has served that knows of them. */
type InstallationRow = {
  id: string
  markedAt: Date | null
  publicUrl: string | null
  signing: SigningMarks | null
}

/** Null until the first process has matched this database with its store. */
function findRow(q: Queryable): Promise<InstallationRow | null> {
  return q.row<InstallationRow>(
    sql`SELECT id, marked_at AS "markedAt", public_url AS "publicUrl", signing FROM installation`,
  )
}

/** Makes the row if there is none. */
async function ensureRow(q: Queryable): Promise<void> {
  await q.run(sql`INSERT INTO installation DEFAULT VALUES ON CONFLICT DO NOTHING`)
}

/** The row. Whoever else asks for it waits until the transaction ends. */
async function lockRow(tx: Transaction): Promise<InstallationRow> {
  const row = await tx.row<InstallationRow>(
    sql`SELECT id, marked_at AS "markedAt", public_url AS "publicUrl", signing FROM installation FOR UPDATE`,
  )
  if (!row) throw new Error('the row of the installation is gone')
  return row
}

async function noteMarked(tx: Transaction, now: Date): Promise<void> {
  await tx.run(sql`UPDATE installation SET marked_at = ${now}`)
}

async function notePublicUrl(tx: Transaction, publicUrl: string): Promise<void> {
  await tx.run(sql`UPDATE installation SET public_url = ${publicUrl}`)
}

async function noteSigning(tx: Transaction, signing: SigningMarks): Promise<void> {
  await tx.run(sql`UPDATE installation SET signing = ${JSON.stringify(signing)}`)
}
