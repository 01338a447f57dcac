import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { drawRosette } from './rosette.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

it('draws the same lines for the same fingerprint, inside its box (RECORD-55)', () => {
  const lines = drawRosette(sha256('a record'))
  expect(lines).toEqual(drawRosette(sha256('a record')))
  expect(lines.length).toBeGreaterThanOrEqual(12)
  for (const number of lines.join(' ').match(/[\d.-]+/g) ?? []) {
    expect(Number(number)).toBeGreaterThanOrEqual(0)
    expect(Number(number)).toBeLessThanOrEqual(100)
  }
})

it('draws a record’s lines as in every earlier version of the product (RECORD-55)', () => {
  expect(sha256(drawRosette(sha256('a record')).join('\n'))).toBe(
    '0e918be64971bb86aebd876435a483ab18d418122a8b6dfa41e3e26dc5c4b3de',
  )
})

it('draws different lines in every ring when a byte of the record has changed (RECORD-55)', () => {
  const drawn = Array.from({ length: 500 }, (_, at) => drawRosette(sha256(`record ${at}`)))
  expect(new Set(drawn.map((lines) => lines.join())).size).toBe(500)
  const [one = [], other = []] = drawn
  expect(one.filter((line) => other.includes(line))).toEqual([])
})
