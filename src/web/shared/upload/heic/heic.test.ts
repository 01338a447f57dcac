import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { declareSize, heicCard } from '../../../testing/heic.ts'
import { readHeicHead } from './heic.ts'

const card = new Uint8Array(await readFile(new URL('../../../testing/id-card.heic', import.meta.url)))

const withBytes = (at: number, ...bytes: number[]) => {
  const changed = new Uint8Array(card)
  changed.set(bytes, at)
  return changed
}

it('reads the declared number of pixels from a HEIC file (UPLOAD-40)', () => {
  expect(readHeicHead(card)).toEqual({ pixels: heicCard.declared })
  expect(readHeicHead(declareSize(card, 60_000, 60_000))).toEqual({ pixels: 3_600_000_000 })
  expect(readHeicHead(declareSize(card, 2 ** 32 - 1, 2 ** 32 - 1))?.pixels).toBeGreaterThan(10 ** 19)
})

it('recognises no other file as HEIC (UPLOAD-40)', () => {
  const avif = new TextEncoder().encode('avif')
  for (const [what, bytes] of Object.entries({
    empty: new Uint8Array(),
    text: new TextEncoder().encode('This is a letter, and no photo. '.repeat(40)),
    jpeg: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]),
    avif: withBytes(8, ...avif).map((byte, at) => (at >= 20 && at < 24 ? (avif[at - 20] ?? 0) : byte)),
    'a box that is longer than the file': withBytes(0, 0xff, 0xff),
    'a box without a length that moves on': withBytes(0, 0, 0, 0, 4),
  }))
    expect(readHeicHead(bytes), what).toBeNull()
})

it('finds no size in a file that is truncated or damaged before the end of its sizes (UPLOAD-40)', () => {
  for (const length of [28, 40, 300, 600])
    expect(readHeicHead(card.subarray(0, length))).toEqual({ pixels: 0 })
  for (const size of [0, 1, 7, 0x7f_ff_ff_ff]) {
    const damaged = new Uint8Array(card)
    new DataView(damaged.buffer).setUint32(28, size)
    expect(readHeicHead(damaged)?.pixels, String(size)).toBeLessThanOrEqual(heicCard.declared)
  }
})
