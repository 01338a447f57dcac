import { type CalendarDate, computeAge } from '../calendar-date.ts'
import { type DocumentContent, foldDigits } from './document-content.ts'
import { fitNames, splitWords } from './names-agree.ts'
import { listPrintedDates } from './printed-dates.ts'
import { findMrzLayout } from './read-mrz.ts'

/**
 * Whether a zone is on the same side as the photo and the printed fields: it is on the page of a passport (ICAO 9303-4)
 * and on larger cards (9303-6), while a card has it on its back (9303-5).
 */
export function isZoneBesidePhoto(zone: readonly string[]): boolean {
  return findMrzLayout(zone)?.lines === 2
}

/** The surname of a zone as the print beside its photo has it, where both may be the same (READING-7). */
export function fitSurname(surname: string, lines: readonly string[]): string {
  return fitNames(surname, lines.filter((line) => !isOfZone(line)).flatMap(splitWords))
}

/** Fewer legible lines of at least this many characters prove nothing by what they lack. */
const minLines = 3
const minCharacters = 4
const minNumber = 6
/** In words of at least this length, one letter may have been misread or lost. */
const minForgivingLetters = 5

/**
 * Whether the legible print beside a photo belongs to another document than the zone, or the zone was edited: a full
 * date in print isn't the zone's, or the print has neither number nor surname nor birth date of the zone.
 */
export function doesPrintContradict(lines: readonly string[], content: DocumentContent): boolean {
  const printed = lines.filter((line) => !isOfZone(line))
  return (
    doDatesContradict(printed, content) ||
    (printed.filter(({ length }) => length >= minCharacters).length >= minLines &&
      !printed.some((line) => doesPrintAgree(line, content)))
  )
}

/** A document's term is below this, in years; and below the second if it was issued at that age or later. */
const maxTerm = { years: 16, yearsForOld: 31, oldFrom: 50 }

/**
 * Whether a full date in print is neither the zone's birth date nor its expiry date nor the day of issue. All other
 * dates must be one day of issue: a true birth date beside an edited one is further from the expiry than any term.
 */
function doDatesContradict(
  printed: readonly string[],
  { number, dateOfBirth, expiresOn }: DocumentContent,
): boolean {
  const others = printed
    // A number may look like a date.
    .flatMap((line) => listPrintedDates(number.length < minNumber ? line : line.replaceAll(number, ' ')))
    .filter((days) => !days.includes(dateOfBirth) && !days.includes(expiresOn))
  const mayBeIssued = (day: CalendarDate) => {
    if (day <= dateOfBirth || day >= expiresOn) return false
    const years = computeAge(dateOfBirth, day) < maxTerm.oldFrom ? maxTerm.years : maxTerm.yearsForOld
    return computeAge(day, expiresOn) < years
  }
  const [first = [], ...rest] = others.map((days) => days.filter(mayBeIssued))
  return others.length > 0 && !first.some((day) => rest.every((days) => days.includes(day)))
}

/** Whether the print beside a photo has every surname of a zone, on one line or several. */
export function hasPrintedSurname(
  lines: readonly string[],
  { surname, namesTruncated }: Pick<DocumentContent, 'surname' | 'namesTruncated'>,
): boolean {
  const words = lines.filter((line) => !isOfZone(line)).map((line) => splitWords(line).map(foldDigits))
  const surnames = splitWords(surname).map(foldDigits)
  const whole = surnames.join('')
  const isPrinted = (name: string) =>
    words.some((line) =>
      line.some((word) => isAlmost(word, name) || (namesTruncated && word.startsWith(name))),
    )
  return (
    surnames.length > 0 &&
    (surnames.every(isPrinted) ||
      (whole.length >= minForgivingLetters && words.some((line) => line.join('').includes(whole))))
  )
}

/**
 * Whether a printed line contains the number, a surname or the birth date of a zone; characters that are easily
 * confused count as equal.
 */
export function doesPrintAgree(
  line: string,
  { number, surname, dateOfBirth }: Pick<DocumentContent, 'number' | 'surname' | 'dateOfBirth'>,
): boolean {
  // A zone always matches itself.
  if (isOfZone(line)) return false
  const words = splitWords(line).map(foldDigits)
  const text = words.join('')
  const surnames = splitWords(surname).map(foldDigits)
  const whole = surnames.join('')
  return (
    (number.length >= minNumber && text.includes(foldDigits(number))) ||
    surnames.some((name) => name.length > 1 && words.some((word) => isAlmost(word, name))) ||
    (whole.length >= minForgivingLetters && text.includes(whole)) ||
    containsDay(line, dateOfBirth) ||
    // Two dates beside each other may have been read as one number.
    listPrintedDates(line).some((days) => days.includes(dateOfBirth))
  )
}

/** Whether a line may belong to a zone: it has fillers, or more characters without a space than a field has. */
function isOfZone(line: string): boolean {
  return /[<＜〈《«‹≤]/.test(line) || /^\S{25,}$/.test(line)
}

/** Whether two words are the same except for one misread character, or a lost one at an end. */
function isAlmost(word: string, name: string): boolean {
  if (word === name) return true
  if (name.length < minForgivingLetters) return false
  if (word === name.slice(1) || word === name.slice(0, -1)) return true
  return word.length === name.length && [...word].filter((letter, at) => letter !== name[at]).length === 1
}

/** Whether a line contains a day, in any order and with the month in any language. */
function containsDay(line: string, day: string): boolean {
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
