import { type Refusal, refuse } from '../../http/refusal.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { findLeafIndex, findNewestHead, readNodes } from './log-store.ts'
import {
  hashRange,
  listConsistencyRanges,
  listCoordinates,
  listInclusionRanges,
  type Range,
} from './merkle.ts'

export type InclusionProof = { leafIndex: number; size: number; rootHash: string; path: string[] }

/** How a sealed PDF leads to the root of the tree of `size` leaves, by default the newest. Refuses what is not in that tree. */
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

export type ConsistencyProof = { from: number; to: number; path: string[] }

/** That the tree of `from` leaves is the beginning of the tree of `to` leaves. Refuses sizes that there never were. */
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
