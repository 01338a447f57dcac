/**
 * The position of a field in a machine-readable zone: the line, and its first and one past its last character, from 0.
 */
export type Place = readonly [line: number, start: number, end: number]

/** The field positions of one ICAO 9303 format. */
export type MrzLayout = {
  lines: number
  length: number
  code: Place
  state: Place
  names: Place
  number: Place
  /** The position where a longer number continues, when its check digit is a filler (9303-5, 9303-6). */
  numberContinues: Place | null
  nationality: Place
  birth: Place
  sex: Place
  expiry: Place
  /** The optional data of a passport, the only format where it has its own check digit. */
  personalNumber: Place | null
  composite: readonly Place[]
}

/** Cards (ICAO 9303-5). */
const td1: MrzLayout = {
  lines: 3,
  length: 30,
  code: [0, 0, 2],
  state: [0, 2, 5],
  number: [0, 5, 14],
  numberContinues: [0, 15, 30],
  birth: [1, 0, 6],
  sex: [1, 7, 8],
  expiry: [1, 8, 14],
  nationality: [1, 15, 18],
  names: [2, 0, 30],
  personalNumber: null,
  composite: [
    [0, 5, 30],
    [1, 0, 7],
    [1, 8, 15],
    [1, 18, 29],
  ],
}

/** The larger cards (ICAO 9303-6). */
const td2: MrzLayout = {
  lines: 2,
  length: 36,
  code: [0, 0, 2],
  state: [0, 2, 5],
  names: [0, 5, 36],
  number: [1, 0, 9],
  numberContinues: [1, 28, 35],
  nationality: [1, 10, 13],
  birth: [1, 13, 19],
  sex: [1, 20, 21],
  expiry: [1, 21, 27],
  personalNumber: null,
  composite: [
    [1, 0, 10],
    [1, 13, 20],
    [1, 21, 35],
  ],
}

/** Passports (ICAO 9303-4). */
const td3: MrzLayout = {
  ...td2,
  length: 44,
  names: [0, 5, 44],
  numberContinues: null,
  personalNumber: [1, 28, 42],
  composite: [
    [1, 0, 10],
    [1, 13, 20],
    [1, 21, 43],
  ],
}

export const mrzLayouts = [td1, td2, td3]

/** The position of a field's check digit: right after the field. */
export function getCheckPlace([line, , end]: Place): Place {
  return [line, end, end + 1]
}

/** The position of the composite check digit, at the end of the second line in each format. */
export function getCompositePlace({ length }: MrzLayout): Place {
  return [1, length - 1, length]
}

export const mrzRepertoire = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<'

/** The check digit of ICAO 9303-3, section 4.9: weights 7, 3, 1, modulo 10. */
export function computeCheckDigit(text: string): string {
  let sum = 0
  for (const [index, character] of [...text].entries()) {
    const value = character === '<' ? 0 : mrzRepertoire.indexOf(character)
    sum += value * ([7, 3, 1][index % 3] ?? 0)
  }
  return String(sum % 10)
}
