import type { DocumentContent } from './document-content.ts'
import { digitFor } from './look-alikes.ts'
import { splitWords } from './names-agree.ts'
import { findMrzLayout } from './read-mrz.ts'

/** Fewer legible lines than these say nothing against a document. */
const minLines = 3
const minNumber = 6
/** From so many letters on, one may have been misread. */
const minForgiving = 5

/**
 * Whether a zone stands on the side of a document that has its photo and its printed fields: on the page of a passport (ICAO 9303-4) and on
 * larger cards (9303-6), while that of a card is on its back (9303-5).
 */
export function isBesidePhoto(zone: readonly string[]): boolean {
  return findMrzLayout(zone)?.lines === 2
}

/** Whether legible lines of print beside a photo say neither number nor surname nor birth date of the zone. A few lines prove nothing. */
export function doesPrintContradict(lines: readonly string[], content: DocumentContent): boolean {
  const printed = lines.filter((line) => !isOfZone(line))
  return printed.length >= minLines && !printed.some((line) => doesPrintAgree(line, content))
}

/** Whether a printed line says the number, a surname or the birth date that stands in a zone; what is easily misread for each other counts as the same. */
export function doesPrintAgree(
  line: string,
  { number, surname, dateOfBirth }: Pick<DocumentContent, 'number' | 'surname' | 'dateOfBirth'>,
): boolean {
  // A zone agrees with itself.
  if (isOfZone(line)) return false
  const words = splitWords(line).map(fold)
  const text = words.join('')
  const surnames = splitWords(surname).map(fold)
  const whole = surnames.join('')
  return (
    (number.length >= minNumber && text.includes(fold(number))) ||
    surnames.some((name) => name.length > 1 && words.some((word) => isAlmost(word, name))) ||
    (whole.length >= minForgiving && text.includes(whole)) ||
    doesSayDay(line, dateOfBirth)
  )
}

/** Whether a line may be one of a zone, or a piece of it: fillers, or more characters without a space than a field has. */
function isOfZone(line: string): boolean {
  return /[<＜〈《«‹≤]/.test(line) || /^\S{25,}$/.test(line)
}

const fold = (text: string) => [...text.toUpperCase()].map((letter) => digitFor[letter] ?? letter).join('')

/** Whether two words are the same but for one character that was misread. */
function isAlmost(word: string, name: string): boolean {
  if (word === name) return true
  return (
    name.length >= minForgiving &&
    word.length === name.length &&
    [...word].filter((letter, at) => letter !== name[at]).length === 1
  )
}

/** Whether a line says a day, in any order and with the month in any language. */
function doesSayDay(line: string, day: string): boolean {
  const [year = '', month = '', date = ''] = day.split('-')
  const years = `(?:${year}|${year.slice(2)})`
  const orders = [
    `${date}\\D*${month}\\D*${years}`,
    `${month}\\D*${date}\\D*${years}`,
    `${year}\\D*${month}\\D*${date}`,
    `${date}\\D*\\p{L}{3}\\D*${years}`,
  ]
  return orders.some((order) => new RegExp(`(?<!\\d)${order}(?!\\d)`, 'u').test(line))
}
