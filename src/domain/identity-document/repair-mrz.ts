import { digitFor, letterFor } from './look-alikes.ts'
import { getCheckPlace, getCompositePlace, type MrzLayout, type Place } from './mrz-layout.ts'

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
    getCheckPlace(birth),
    expiry,
    getCheckPlace(expiry),
    getCheckPlace(number),
    getCompositePlace(layout),
    ...(personalNumber ? [getCheckPlace(personalNumber)] : []),
  ]
  for (const place of digits) apply(place, digitFor)
  for (const place of [state, nationality, names, sex]) apply(place, letterFor)
  // The first letter of the code; the second may be a digit on some cards.
  apply([layout.code[0], 0, 1], letterFor)
  return repaired.map((row) => row.join(''))
}
