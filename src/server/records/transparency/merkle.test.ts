import { describe, expect, it } from 'vitest'
import {
  type Coordinate,
  computeNodesForLeaf,
  emptyRoot,
  hashLeaf,
  hashNode,
  hashRange,
  listConsistencyRanges,
  listCoordinates,
  listInclusionRanges,
  listSiblingsForLeaf,
} from './merkle.ts'

/** The leaves and roots of the reference tree in the tests of certificate transparency implementations. */
const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

function tree(count: number) {
  const stored = new Map<string, string>()
  const key = ({ level, index }: Coordinate) => `${level}/${index}`
  const lookup = (coordinate: Coordinate) => {
    const hash = stored.get(key(coordinate))
    if (!hash) throw new Error(`${key(coordinate)} is not stored`)
    return hash
  }
  for (let index = 0; index < count; index += 1) {
    const text = leaves[index] ?? Buffer.from(`leaf ${index}`).toString('hex')
    const added = computeNodesForLeaf(index, hashLeaf(Buffer.from(text, 'hex')), lookup)
    for (const node of added) stored.set(key(node), node.hash)
  }
  return { lookup, root: (size: number) => hashRange({ start: 0, end: size }, lookup) }
}

describe('the Merkle tree', () => {
  it('has the roots of the reference tree', () => {
    const { root } = tree(8)
    expect(roots.map((_, index) => root(index + 1))).toEqual(roots)
  })

  it('begins with the hash of an empty string', () => {
    expect(emptyRoot).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  it('looks up exactly the older hashes that a leaf needs', () => {
    expect(listSiblingsForLeaf(7)).toEqual([
      { level: 0, index: 6 },
      { level: 1, index: 2 },
      { level: 2, index: 0 },
    ])
    expect(listSiblingsForLeaf(6)).toEqual([])
  })

  it('leads from every leaf to the root of every later tree', () => {
    const { lookup, root } = tree(33)
    for (let size = 1; size <= 33; size += 1) {
      for (let leaf = 0; leaf < size; leaf += 1) {
        const path = listInclusionRanges(leaf, size)
        const climbed = path.reduce(
          (hash, range) => {
            const sibling = hashRange(range, lookup)
            return range.start > leaf ? hashNode(hash, sibling) : hashNode(sibling, hash)
          },
          lookup({ level: 0, index: leaf }),
        )
        expect(climbed).toBe(root(size))
      }
    }
  })

  it('has the ranges of the consistency proofs in the standard', () => {
    // RFC 6962, 2.1.3: PROOF(3, D[7]) = [c, d, g, l], PROOF(4, D[7]) = [l], PROOF(6, D[7]) = [i, j, k].
    expect(listConsistencyRanges(3, 7)).toEqual([
      { start: 2, end: 3 },
      { start: 3, end: 4 },
      { start: 0, end: 2 },
      { start: 4, end: 7 },
    ])
    expect(listConsistencyRanges(4, 7)).toEqual([{ start: 4, end: 7 }])
    expect(listConsistencyRanges(6, 7)).toEqual([
      { start: 4, end: 6 },
      { start: 6, end: 7 },
      { start: 0, end: 4 },
    ])
    expect(listConsistencyRanges(7, 7)).toEqual([])
  })

  it('cuts a range into complete subtrees', () => {
    expect(listCoordinates({ start: 4, end: 7 })).toEqual([
      { level: 1, index: 2 },
      { level: 0, index: 6 },
    ])
  })
})
