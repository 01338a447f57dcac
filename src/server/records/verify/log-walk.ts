import type { Queryable } from '../../platform/database/index.ts'
import { readNodes } from '../transparency/log-store.ts'
import {
  computeNodesForLeaf,
  emptyRoot,
  hashLeaf,
  hashNode,
  listCoordinates,
} from '../transparency/merkle.ts'

type Node = { level: number; index: number; hash: string }

/** The log computed anew, leaf after leaf, from the hashes of the sealed PDFs; it keeps the roots of its complete subtrees and no more. */
export type LogWalk = {
  readonly size: number
  /** The root of the tree so far (RFC 6962, 2.1). */
  computeRoot(): string
  /** Adds the next leaf. Answers every hash that the stored log must have gained with it. */
  add(pdfSha256: string): Node[]
}

/**
 * Goes on behind the first `size` leaves, from the roots of their complete subtrees as they are stored: `root` tells whether those are the right
 * ones. Throws when one is missing.
 */
export async function resumeLogWalk(q: Queryable, size: number): Promise<LogWalk> {
  const coordinates = listCoordinates({ start: 0, end: size })
  if (coordinates.length === 0) return startLogWalk()
  const lookup = await readNodes(q, coordinates)
  return startLogWalk(coordinates.map((at) => ({ ...at, hash: lookup(at) })))
}

/** @param peaks the complete subtrees that make up the tree so far, from left to right */
export function startLogWalk(peaks: Node[] = []): LogWalk {
  let size = peaks.reduce((sum, { level }) => sum + 2 ** level, 0)
  return {
    get size() {
      return size
    },
    computeRoot() {
      const hashes = peaks.map(({ hash }) => hash)
      return hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => hashNode(left, right))
    },
    add(pdfSha256) {
      const added = computeNodesForLeaf(size, hashLeaf(Buffer.from(pdfSha256, 'hex')), ({ level, index }) => {
        const peak = peaks.find((known) => known.level === level && known.index === index)
        if (!peak) throw new Error('a complete subtree is missing')
        return peak.hash
      })
      // The highest new subtree takes the place of those that it completed.
      const top = added.at(-1)
      peaks = peaks.slice(0, peaks.length - (added.length - 1))
      if (top) peaks.push(top)
      size += 1
      return added
    },
  }
}
