import { checkPlace, compositePlace, type MrzLayout, type Place } from './mrz-layout.ts'

/** Letters that a reader takes digits for. */
const digitFor: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
}
/** Digits that a reader takes letters for. */
const letterFor: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' }

/**
 * A machine-readable zone with digits where only digits can stand and letters where only letters can. Nothing is tried out: whether the
 * check digits then hold is another question, asked once.
 */
export function repairMrz(lines: readonly string[], layout: MrzLayout): string[] {
  const repaired = lines.map((line) => [...line])
  const apply = ([line, start, end]: Place, map: Record<string, string>) => {
    for (let at = start; at < end; at++) {
      const row = repaired[line]
      const character = row?.[at]
      if (row && character) row[at] = map[character] ?? character
    }
  }
  const { birth, expiry, number, personalNumber, state, nationality, names, sex } = layout
  const digits = [
    birth,
    checkPlace(birth),
    expiry,
    checkPlace(expiry),
    checkPlace(number),
    compositePlace(layout),
    ...(personalNumber ? [checkPlace(personalNumber)] : []),
  ]
  for (const place of digits) apply(place, digitFor)
  for (const place of [state, nationality, names, sex]) apply(place, letterFor)
  // The first letter of the code; the second may be a digit on some cards.
  apply([layout.code[0], 0, 1], letterFor)
  return repaired.map((row) => row.join(''))
}
