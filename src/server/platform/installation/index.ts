import type { Clock } from '../clock/index.ts'
import { type Database, type Queryable, sql, type Transaction } from '../database/index.ts'
import type { Signing } from '../keys/index.ts'
import { type FileAddress, FileUnreadable, type ResealingStorage, type Storage } from '../storage/index.ts'

export type InstallationParts = { database: Database; storage: Storage; clock: Clock }

/**
 * Checks that the store belongs to the database and opens with the document key (REPLICA-1). Returns null, or one
 * sentence for the operator, without a name. The first process that checks marks the store with the id of the database.
 * Rejects when the database or the store can't be reached.
 */
export async function findStoreFault(parts: InstallationParts): Promise<string | null> {
  const { database, storage } = parts
  const known = await findRow(database)
  if (!known?.markedAt) {
    // Created before the store is marked, so that a process killed in between leaves a mark that the next one
    // recognises.
    await ensureRow(database)
    return database.transaction((tx) => claimStore(parts, tx))
  }
  return findMarkFault(await readMark(storage), known.id)
}

/**
 * Encrypts the mark with the current document key when a former key encrypted it. Each process does this when it
 * starts: from then on other files may be encrypted with the current key.
 */
export async function resealMark(storage: ResealingStorage): Promise<void> {
  await storage.reseal(address)
}

/** Whether no process has started with the current document key yet. */
export function isMarkOfFormerKey(storage: ResealingStorage): Promise<boolean> {
  return storage.needsReseal(address)
}

/**
 * Checks that the signing keys recognise what the marks of this database stand for (REPLICA-14). Returns null, or one
 * sentence for the operator. The first process notes the MAC of a constant; version 0.2.0 noted the same one. Needs the
 * row that `findStoreFault` creates.
 */
export async function findSigningFault({
  database,
  signing,
}: {
  database: Database
  signing: Pick<Signing, 'computeMark'>
}): Promise<string | null> {
  const mac = signing.computeMark('installation', 'mark')
  await database.run(sql`UPDATE installation SET signing = ${JSON.stringify({ mac })} WHERE signing IS NULL`)
  const known = await database.row<{ mac: string }>(sql`SELECT signing ->> 'mac' AS mac FROM installation`)
  return known?.mac === mac ? null : faults.otherSigningKeys
}

/** Whether a process of this database has started, so that its marks need its signing keys. */
export async function hasSigningKeys(q: Queryable): Promise<boolean> {
  return (await q.row(sql`SELECT FROM installation WHERE signing IS NOT NULL`)) !== null
}

/** Notes the PUBLIC_URL of a starting process. Returns whether the process that started before it had another one. */
export async function notePublicUrl(q: Queryable, publicUrl: string): Promise<boolean> {
  const changed = await q.row<{ before: string | null }>(sql`
    WITH known AS (SELECT public_url FROM installation FOR UPDATE)
    UPDATE installation SET public_url = ${publicUrl} FROM known
    WHERE installation.public_url IS DISTINCT FROM ${publicUrl} RETURNING known.public_url AS before`)
  return changed !== null && changed.before !== null
}

/** The reason why a store with this mark doesn't belong to the installation `id`; null when it does. */
function findMarkFault(mark: Mark | 'none' | 'unreadable', id: string): string | null {
  if (mark === 'none') return faults.noMark
  if (mark === 'unreadable') return faults.otherKey
  return mark.id === id ? null : faults.otherInstallation
}

/**
 * Writes the mark unless the store has one. When processes start together, the first writes it and the others read it.
 */
async function claimStore(parts: InstallationParts, tx: Transaction): Promise<string | null> {
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

/** One sentence for each way in which the store and the database don't belong together, with the remedy. */
export const faults = {
  otherKey:
    'The stored files were written with another document key than this process has, or its key ' +
    'service does not open them: give it the DOCUMENT_KEY_FILE or KMS_KEY_ID that every other ' +
    'process on this database has.',
  otherInstallation:
    'The store belongs to another database than the one of this process: correct S3_BUCKET, DATA_DIR ' +
    'or DATABASE_URL, so that both are of one installation.',
  noMark:
    'The store is not the one that holds the files of this database, or was emptied: correct ' +
    'S3_BUCKET or DATA_DIR, or copy all that the right store holds, the folder "installation" ' +
    'included.',
  otherSigningKeys:
    'The signing keys are not those of this installation, so blocks, private noes and reports would ' +
    'count for nothing and everyone would be signed out: give this process the SIGNING_KEYS_FILE ' +
    'that every other process has, or put signing-keys.json back from your backup.',
} as const

const address: FileAddress = { bucket: 'installation', path: 'mark' }

/** The mark of a store: the id of its installation. */
type Mark = { id: string }

/**
 * The store's mark: an id; `none` when it was never marked, or a power failure left the mark blank; `unreadable` when
 * another key wrote it. Throws when the store can't be reached.
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

type InstallationRow = { id: string; markedAt: Date | null }

/** Null until the first process has matched this database with its store. */
function findRow(q: Queryable): Promise<InstallationRow | null> {
  return q.row<InstallationRow>(sql`SELECT id, marked_at FROM installation`)
}

async function ensureRow(q: Queryable): Promise<void> {
  await q.run(sql`INSERT INTO installation DEFAULT VALUES ON CONFLICT DO NOTHING`)
}

/** Selects the row and locks it until the transaction ends. */
async function lockRow(tx: Transaction): Promise<InstallationRow> {
  const row = await tx.row<InstallationRow>(sql`SELECT id, marked_at FROM installation FOR UPDATE`)
  if (!row) throw new Error('the row of the installation is gone')
  return row
}

async function noteMarked(tx: Transaction, now: Date): Promise<void> {
  await tx.run(sql`UPDATE installation SET marked_at = ${now}`)
}
