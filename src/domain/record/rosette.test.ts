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

it('draws different lines in every ring when a byte of the record has changed (RECORD-55)', () => {
  const drawn = Array.from({ length: 500 }, (_, at) => drawRosette(sha256(`record ${at}`)))
  expect(new Set(drawn.map((lines) => lines.join())).size).toBe(500)
  const [one = [], other = []] = drawn
  expect(one.filter((line) => other.includes(line))).toEqual([])
})
