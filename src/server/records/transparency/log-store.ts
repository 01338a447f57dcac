import { join, type Queryable, sql, type Transaction } from '../../platform/database/index.ts'
import type { Coordinate } from './merkle.ts'

/** A head as it was signed. */
export type StoredHead = { size: number; rootHash: string; at: Date; protected: string; signature: string }

/** Any fixed number: whoever adds a leaf waits here for the one before to commit. */
const logLock = 4_113_251_503

const holders = new WeakSet<Transaction>()

/** Makes everybody else who wants to add a leaf wait for the end of the transaction; asks for it once in each. */
export async function lockLog(tx: Transaction): Promise<void> {
  if (holders.has(tx)) return
  await tx.row(sql`SELECT pg_advisory_xact_lock(${logLock})`)
  holders.add(tx)
}

const headColumns = sql`size, root_hash AS "rootHash", at, protected, signature`

/** The head of the longest tree, null before the first leaf. */
export function findNewestHead(q: Queryable): Promise<StoredHead | null> {
  return q.row(sql`SELECT ${headColumns} FROM transparency_heads ORDER BY size DESC LIMIT 1`)
}

/** The head of the tree of so many leaves, null when there never was one. */
export function findHead(q: Queryable, size: number): Promise<StoredHead | null> {
  return q.row(sql`SELECT ${headColumns} FROM transparency_heads WHERE size = ${size}`)
}

export async function insertHead(tx: Transaction, head: StoredHead): Promise<void> {
  await tx.run(sql`
    INSERT INTO transparency_heads (size, root_hash, at, protected, signature)
    VALUES (${head.size}, ${head.rootHash}, ${head.at}, ${head.protected}, ${head.signature})`)
}

/** Stored hashes by their place. Throws when one is missing: the log is damaged. */
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

export async function insertNodes(
  tx: Transaction,
  nodes: readonly (Coordinate & { hash: string })[],
): Promise<void> {
  const rows = nodes.map(({ level, index, hash }) => sql`(${level}, ${index}, ${hash})`)
  await tx.run(sql`INSERT INTO transparency_nodes (level, index, hash) VALUES ${join(rows)}`)
}

/** The place of a sealed PDF in the log, or of the succession of a key, by its SHA-256; null when it is not one of ours. */
export async function findLeafIndex(q: Queryable, sha256: string): Promise<number | null> {
  const row = await q.row<{ leafIndex: number }>(sql`
    SELECT leaf_index AS "leafIndex" FROM sealed_documents WHERE pdf_sha256 = ${sha256}
    UNION ALL SELECT leaf_index FROM seal_certificates WHERE succession_sha256 = ${sha256}`)
  return row?.leafIndex ?? null
}
