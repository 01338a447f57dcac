import { expect, it } from 'vitest'
import { cutRows } from './cut-rows.ts'

const rows = ['one\n', 'two\n', '\n', 'four\n', 'five\n']

async function* inPieces(size: number): AsyncGenerator<Buffer> {
  const all = Buffer.from(rows.join(''))
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
}

it.each([1, 2, 3, 7, 100])(
  'gives two whole rows at a time, whatever pieces of %i bytes they come in',
  async (size) => {
    const cut = cutRows(inPieces(size))
    const batches: string[] = []
    for (let n = 0; n < 4; n += 1) {
      const parts: Buffer[] = []
      for await (const part of cut.next(2)) parts.push(part)
      batches.push(Buffer.concat(parts).toString())
    }
    expect(batches).toEqual(['one\ntwo\n', '\nfour\n', 'five\n', ''])
  },
)
