import { expect, it } from 'vitest'
import { fillHoles, hasHole, readCells } from './fit-to-cells.ts'
import type { Seen } from './read-line.ts'

/** A reading of a line of ten cells; a space is a cell in which nothing was seen. */
const reading = (line: string): Seen[] =>
  [...line].flatMap((character, at) =>
    character === ' ' ? [] : [{ character, at: (at + 0.5) / line.length, probability: 0.9 }],
  )

it('what one reading of a line overlooked another fills in, in its cell (READING-3)', () => {
  const one = reading('P<UB IS<<L')
  expect([readCells(one), hasHole(one)]).toEqual(['P<UB<IS<<L', true])
  const filled = fillHoles(one, reading('P<U OIS<<L'))
  expect([readCells(filled), hasHole(filled)]).toEqual(['P<UBOIS<<L', false])
})

it('what both overlooked stays a filler, and nothing that was seen is exchanged (READING-3)', () => {
  const one = reading('AB DEF HIJ')
  expect(readCells(fillHoles(one, reading('XX XXXGXXX')))).toBe('AB<DEFGHIJ')
})
