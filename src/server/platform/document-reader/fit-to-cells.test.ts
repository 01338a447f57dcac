import { expect, it } from 'vitest'
import { combine, hasHole, readCells } from './fit-to-cells.ts'
import type { Seen } from './read-lines.ts'

/** A reading of a line of ten cells; a space is a cell without a character. */
const reading = (line: string): Seen[] =>
  [...line].flatMap((character, at) =>
    character === ' '
      ? []
      : [
          {
            character,
            at: (at + 0.5) / line.length,
            probability: 0.9,
            other: { character: '', probability: 0 },
          },
        ],
  )

it('a letter missed by one reading of a line comes from another, in its cell (READING-3)', () => {
  const one = reading('P<UB IS<<L')
  expect([readCells(one), hasHole(one)]).toEqual(['P<UB<IS<<L', true])
  const filled = combine([one, reading('P<U OIS<<L')])
  expect([readCells(filled), hasHole(filled)]).toEqual(['P<UBOIS<<L', false])
})

it('a cell missed by both readings stays a filler, and letters that were read stay unchanged (READING-3)', () => {
  const one = reading('AB DEF HIJ')
  expect(readCells(combine([one, reading('XX XXXGXXX')]))).toBe('AB<DEFGHIJ')
})

const seenAs = (line: string, unsure: Record<number, [number, string, number]>): Seen[] =>
  reading(line).map((seen, at) => {
    const [probability, character, likely] = unsure[at] ?? [0.9, '', 0]
    return { ...seen, probability, other: { character, probability: likely } }
  })

it('several readings of a cell are weighted by their confidence (READING-3)', () => {
  const readings = [
    seenAs('MUNOL<PENA', { 4: [0.43, 'Z', 0.3] }),
    seenAs('MUNOZ<PENA', { 4: [0.5, 'L', 0.1] }),
  ]
  expect(readCells(combine(readings))).toBe('MUNOZ<PENA')
})

it('a K that is likely a filler becomes one, and any other K stays (READING-3)', () => {
  expect(readCells(combine([seenAs('NOWAKKKAJA', { 5: [0.5, '<', 0.3], 6: [0.48, '<', 0.33] })]))).toBe(
    'NOWAK<<AJA',
  )
  expect(readCells(combine([seenAs('NOWAK<<KAJA', { 7: [0.8, '<', 0.1] })]))).toBe('NOWAK<<KAJA')
})
