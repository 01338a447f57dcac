import { writeCanonicalJson } from '../../../domain/canonical-json.ts'
import type { LogHead } from '../../../domain/record/record.ts'
import { type Refusal, refuse } from '../../http/problem.ts'
import { join, type Queryable, sql, type Transaction } from '../../platform/database/index.ts'
import type { Sealer } from '../../platform/pdf/index.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  type Coordinate,
  computeNodesForLeaf,
  emptyRoot,
  hashLeaf,
  hashRange,
  listConsistencyRanges,
  listCoordinates,
  listInclusionRanges,
  listSiblingsForLeaf,
  type Range,
} from './merkle.ts'

/**
 * Adds a sealed PDF to the log, in the transaction that stores it, and signs the new head. Returns the leaf's index.
 * Leaves are added one after another, so this is the last step of its transaction.
 */
export async function appendLeaf(
  platform: Pick<Platform, 'clock' | 'sealer'>,
  tx: Transaction,
  pdfSha256: string,
): Promise<number> {
  await lockLog(tx)
  const leafIndex = (await findNewestHead(tx))?.size ?? 0
  const size = leafIndex + 1
  const siblings = listSiblingsForLeaf(leafIndex)
  const older = await readNodes(tx, [...siblings, ...listCoordinates({ start: 0, end: leafIndex })])
  const added = computeNodesForLeaf(leafIndex, hashLeaf(Buffer.from(pdfSha256, 'hex')), older)
  await insertNodes(tx, added)
  const rootHash = hashRange({ start: 0, end: size }, (wanted) => {
    const fresh = added.find(({ level, index }) => level === wanted.level && index === wanted.index)
    return fresh?.hash ?? older(wanted)
  })
  await insertHead(tx, await signHead(platform.sealer, { size, rootHash, at: platform.clock.now() }))
  return leafIndex
}

/** The signed content of a head: size, root and time, as canonical JSON (docs/record-format.md). */
export function writeHead({ size, rootHash, at }: LogHead): string {
  return writeCanonicalJson({ at, rootHash, size })
}

export async function signHead(
  sealer: Pick<Sealer, 'sign'>,
  head: { size: number; rootHash: string; at: Date },
): Promise<StoredHead> {
  return { ...head, ...(await sealer.sign(writeHead(toPublished(head)))) }
}

export function toPublished({ size, rootHash, at }: { size: number; rootHash: string; at: Date }): LogHead {
  return { size, rootHash, at: at.toISOString() }
}

/** The current head, for documents that refer to the log. */
export async function readCurrentHead(q: Queryable, now: Date): Promise<LogHead> {
  const head = await findNewestHead(q)
  return head ? toPublished(head) : { size: 0, rootHash: emptyRoot, at: now.toISOString() }
}

type InclusionProof = { leafIndex: number; size: number; rootHash: string; path: string[] }

/**
 * The path from a sealed PDF to the root of the tree of `size` leaves, by default the newest. Refuses a hash that isn't
 * in that tree.
 */
export async function proveInclusion(
  q: Queryable,
  pdfSha256: string,
  asked: number | undefined,
): Promise<InclusionProof | Refusal> {
  const [leafIndex, head] = await Promise.all([findLeafIndex(q, pdfSha256), findNewestHead(q)])
  const size = asked ?? head?.size ?? 0
  if (leafIndex === null || !head || size > head.size || leafIndex >= size) return refuse('not_found')
  const { path, rootHash } = await readHashes(q, listInclusionRanges(leafIndex, size), size)
  return { leafIndex, size, rootHash, path }
}

type ConsistencyProof = { from: number; to: number; path: string[] }

/**
 * Proves that the tree of `from` leaves is a prefix of the tree of `to` leaves. Refuses sizes that the log never had.
 */
export async function proveConsistency(
  q: Queryable,
  from: number,
  to: number,
): Promise<ConsistencyProof | Refusal> {
  const head = await findNewestHead(q)
  if (!head || from < 1 || from > to || to > head.size) return refuse('not_found')
  return { from, to, path: await readProvenPath(q, from, to) }
}

/** The proof between two sizes that the log had, 0 < from <= to (RFC 6962, 2.1.2). */
export async function readProvenPath(q: Queryable, from: number, to: number): Promise<string[]> {
  return (await readHashes(q, listConsistencyRanges(from, to), to)).path
}

/** The hashes of ranges of leaves, and the root of the tree of `size`. */
export async function readHashes(
  q: Queryable,
  ranges: readonly Range[],
  size: number,
): Promise<{ path: string[]; rootHash: string }> {
  const whole = { start: 0, end: size }
  const lookup = await readNodes(q, [...ranges, whole].flatMap(listCoordinates))
  return { path: ranges.map((range) => hashRange(range, lookup)), rootHash: hashRange(whole, lookup) }
}

export type StoredHead = { size: number; rootHash: string; at: Date; protected: string; signature: string }

/** An arbitrary constant. Adding a leaf waits for this lock until the previous transaction has committed. */
const logLock = 4_113_251_503

const holders = new WeakSet<Transaction>()

/** Makes other writers of leaves wait until the transaction ends. Takes the lock only once per transaction. */
export async function lockLog(tx: Transaction): Promise<void> {
  if (holders.has(tx)) return
  await tx.row(sql`SELECT pg_advisory_xact_lock(${logLock})`)
  holders.add(tx)
}

const headColumns = sql`size, root_hash, at, protected, signature`

/** The head of the longest tree; null before the first leaf. */
export function findNewestHead(q: Queryable): Promise<StoredHead | null> {
  return q.row(sql`SELECT ${headColumns} FROM transparency_heads ORDER BY size DESC LIMIT 1`)
}

/** The head of the tree with `size` leaves; null when there never was one. */
export function findHead(q: Queryable, size: number): Promise<StoredHead | null> {
  return q.row(sql`SELECT ${headColumns} FROM transparency_heads WHERE size = ${size}`)
}

async function insertHead(tx: Transaction, head: StoredHead): Promise<void> {
  await tx.run(sql`
    INSERT INTO transparency_heads (size, root_hash, at, protected, signature)
    VALUES (${head.size}, ${head.rootHash}, ${head.at}, ${head.protected}, ${head.signature})`)
}

/** Returns a lookup of stored hashes by coordinate. It throws when one is missing, because then the log is damaged. */
export async function readNodes(
  q: Queryable,
  coordinates: readonly Coordinate[],
): Promise<(coordinate: Coordinate) => string> {
  const wanted = coordinates.map(({ level, index }) => sql`(${level}::smallint, ${index}::bigint)`)
  const rows =
    wanted.length === 0
      ? []
      : await q.rows<Coordinate & { hash: string }>(
          sql`SELECT level, index, hash FROM transparency_nodes WHERE (level, index) IN (${join(wanted)})`,
        )
  const found = new Map(rows.map(({ level, index, hash }) => [`${level}/${index}`, hash]))
  return ({ level, index }) => {
    const hash = found.get(`${level}/${index}`)
    if (hash === undefined) throw new Error('the transparency log lacks a node')
    return hash
  }
}

async function insertNodes(
  tx: Transaction,
  nodes: readonly (Coordinate & { hash: string })[],
): Promise<void> {
  const rows = nodes.map(({ level, index, hash }) => sql`(${level}, ${index}, ${hash})`)
  await tx.run(sql`INSERT INTO transparency_nodes (level, index, hash) VALUES ${join(rows)}`)
}

/** The leaf index of a sealed PDF or of a key's succession, by its SHA-256; null for an unknown one. */
export async function findLeafIndex(q: Queryable, sha256: string): Promise<number | null> {
  const row = await q.row<{ leafIndex: number }>(sql`
    SELECT leaf_index FROM sealed_documents WHERE pdf_sha256 = ${sha256}
    UNION ALL SELECT leaf_index FROM seal_certificates WHERE succession_sha256 = ${sha256}`)
  return row?.leafIndex ?? null
}
