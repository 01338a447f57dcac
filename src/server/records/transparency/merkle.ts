import { createHash } from 'node:crypto'

/** A part of the list of leaves: from `start` up to, but not including, `end`. */
export type Range = { start: number; end: number }

/** A stored hash: the root of the complete subtree over the leaves from `index * 2^level` on. */
export type Coordinate = { level: number; index: number }

/** Looks up a stored hash, hex. */
export type Lookup = (coordinate: Coordinate) => string

/** The root of a tree without leaves (RFC 6962, 2.1). */
export const emptyRoot = createHash('sha256').digest('hex')

/** The hash of a leaf, in hex: its bytes after a zero byte, so that a leaf can't be mistaken for an inner node. */
export function hashLeaf(leaf: Uint8Array): string {
  return createHash('sha256')
    .update(new Uint8Array([0]))
    .update(leaf)
    .digest('hex')
}

export function hashNode(left: string, right: string): string {
  return createHash('sha256')
    .update(new Uint8Array([1]))
    .update(Buffer.from(left, 'hex'))
    .update(Buffer.from(right, 'hex'))
    .digest('hex')
}

/**
 * The complete subtrees of a range, from left to right. The range must begin at a multiple of the size of its largest
 * subtree.
 */
export function listCoordinates({ start, end }: Range): Coordinate[] {
  const found: Coordinate[] = []
  for (let at = start; at < end; ) {
    let level = 0
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1
    found.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return found
}

/** The hash of a range (MTH of RFC 6962, 2.1). */
export function hashRange(range: Range, lookup: Lookup): string {
  return listCoordinates(range)
    .map(lookup)
    .reduceRight((right, left) => hashNode(left, right))
}

/**
 * The hashes on the path from a leaf to the root of the tree of `size` leaves, as ranges, the leaf's sibling first (RFC
 * 6962, 2.1.1).
 */
export function listInclusionRanges(leafIndex: number, size: number): Range[] {
  return listInclusionWithin(leafIndex, { start: 0, end: size })
}

function listInclusionWithin(leafIndex: number, { start, end }: Range): Range[] {
  if (end - start === 1) return []
  const middle = start + computeLargestPowerBelow(end - start)
  return leafIndex < middle
    ? [...listInclusionWithin(leafIndex, { start, end: middle }), { start: middle, end }]
    : [...listInclusionWithin(leafIndex, { start: middle, end }), { start, end: middle }]
}

/**
 * The hashes that prove that the tree of `first` leaves is a prefix of the tree of `second` leaves (RFC 6962, 2.1.2).
 * Requires 0 < first <= second.
 */
export function listConsistencyRanges(first: number, second: number): Range[] {
  return listConsistencyWithin(first, { start: 0, end: second }, true)
}

function listConsistencyWithin(first: number, { start, end }: Range, isWhole: boolean): Range[] {
  if (first === end) return isWhole ? [] : [{ start, end }]
  const middle = start + computeLargestPowerBelow(end - start)
  return first <= middle
    ? [...listConsistencyWithin(first, { start, end: middle }, isWhole), { start: middle, end }]
    : [...listConsistencyWithin(first, { start: middle, end }, false), { start, end: middle }]
}

/** The largest power of two below a count of at least 2. */
function computeLargestPowerBelow(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

/**
 * The stored hashes that a new last leaf adds: its own, and the root of every subtree that it completes. `lookup`
 * returns the older ones.
 */
export function computeNodesForLeaf(
  leafIndex: number,
  hash: string,
  lookup: Lookup,
): (Coordinate & { hash: string })[] {
  const added = [{ level: 0, index: leafIndex, hash }]
  let [level, index, current] = [0, leafIndex, hash]
  while (index % 2 === 1) {
    current = hashNode(lookup({ level, index: index - 1 }), current)
    level += 1
    index = (index - 1) / 2
    added.push({ level, index, hash: current })
  }
  return added
}

export function listSiblingsForLeaf(leafIndex: number): Coordinate[] {
  const found: Coordinate[] = []
  for (let [level, index] = [0, leafIndex]; index % 2 === 1; level += 1, index = (index - 1) / 2)
    found.push({ level, index: index - 1 })
  return found
}
