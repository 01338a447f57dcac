import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../clock.ts'
import { type Database, readSchemaVersion } from '../database/index.ts'
import { isServed } from '../jobs/index.ts'
import type { Logger } from '../logging/logger.ts'
import { rememberFor } from '../remember-for.ts'
import { doKeysFit, type SigningMarks } from '../signing/index.ts'
import type { Storage } from '../storage/index.ts'
import { faults } from './faults.ts'
import type { Installation } from './installation.ts'
import { type Mark, readMark, writeMark } from './mark.ts'
import { ensureRow, findRow, lockRow, noteMarked, notePublicUrl, noteSigning } from './store.ts'

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
 * The address is that of whoever started last while nobody served; who starts beside others takes theirs or refuses. Who serves already never
 * takes it back: `mayChange` is of a start alone. Two that start at once with different ones are told apart at the next look of the first.
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
