import { type CalendarDate, isCalendarDate } from '../calendar-date.ts'
import { findCountry, findJurisdiction } from './aamva-issuers.ts'
import { type ContentFault, type DocumentContent, foldDigits, letterFor } from './document-content.ts'
import { foldAlike } from './printed-name.ts'

/** Whether a barcode has the format of a licence or card of the United States or Canada. */
export function isAamva(text: string): boolean {
  return /^@[^A-Z]{0,8}(?:ANSI |AAMVA)\s*\d{6}/.test(text)
}

/**
 * The content of the barcode of a licence or card (AAMVA DL/ID Card Design Standard, annex D). Dates are MMDDYYYY in
 * the United States and CCYYMMDD in Canada; the formats can't be confused, because no month is 19 or 20. An element
 * that occurs twice, with different values, makes it unreadable.
 */
export function readAamva(text: string, day: CalendarDate): DocumentContent | ContentFault {
  if (!isAamva(text)) return 'not_a_document'
  const jurisdiction = findIssuer(text)
  if (!jurisdiction) return 'specimen'
  const elements = parseElements(text)
  if (!elements) return 'unreadable'
  const readValue = (...ids: string[]) => ids.map((id) => elements.get(id)).find(Boolean) ?? ''
  const dateOfBirth = parseDate(readValue('DBB'))
  const expiresOn = parseDate(readValue('DBA'))
  if (!dateOfBirth || !expiresOn || dateOfBirth > day) return 'unreadable'
  const issuingState = findCountry(jurisdiction)
  // Older barcodes have no country.
  const country = readValue('DCG') || issuingState
  if (readValue('DAJ') !== jurisdiction || country !== issuingState) return 'specimen'
  const { surname, givenNames } = readNames(readValue)
  const namesTruncated = [readValue('DDE'), readValue('DDF'), readValue('DDG')].includes('T')
  return {
    kind: isCardOnly(text) ? 'state_identity_card' : 'driving_licence',
    readFrom: 'barcode',
    issuingState,
    number: readValue('DAQ'),
    surname,
    givenNames,
    namesTruncated,
    dateOfBirth,
    expiresOn,
  }
}

/** The jurisdiction of the issuer in the header; null where there is none. The standard has had eleven versions. */
function findIssuer(text: string): string | null {
  const [, issuer = '', version = ''] = /(?:ANSI |AAMVA)\s*(\d{6})(\d{2})?/.exec(text) ?? []
  return Number(version) <= 15 ? findJurisdiction(issuer) : null
}

/** Whether the first subfile belongs to an identity card instead of a licence. */
function isCardOnly(text: string): boolean {
  return /^@[^A-Z]{0,8}(?:ANSI |AAMVA)\s*\d{6,14}ID\d/.test(text)
}

/** Null when an element has two values. */
function parseElements(text: string): Map<string, string> | null {
  const elements = new Map<string, string>()
  for (const line of text.split(/[^ -\u{10ffff}]+/u)) {
    // The first element of a subfile directly follows its designator, `DL` or `ID`, and the header.
    const match = /^(?:.*\d(?:DL|ID)|DL|ID)?(D[A-D][A-Z])(.*)$/.exec(line)
    const [, id = '', raw = ''] = match ?? []
    const value = raw.trim()
    if (!id) continue
    if (elements.has(id) && elements.get(id) !== value) return null
    elements.set(id, value)
  }
  return elements
}

function parseDate(digits: string): CalendarDate | null {
  if (!/^\d{8}$/.test(digits)) return null
  const date = /^(?:19|20)/.test(digits)
    ? `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
    : `${digits.slice(4, 8)}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`
  return isCalendarDate(date) && date > '1900' ? date : null
}

function readNames(value: (...ids: string[]) => string): { surname: string; givenNames: string } {
  const toWords = (text: string) =>
    text === 'NONE'
      ? ''
      : text
          .toUpperCase()
          .replace(/[,$\s]+/g, ' ')
          .trim()
  const surname = toWords(value('DCS', 'DAB'))
  const givenNames = [value('DAC', 'DCT'), value('DAD')].map(toWords).filter(Boolean).join(' ')
  if (surname) return { surname, givenNames }
  // The oldest form: all names in one element, the surname first.
  const [first = '', ...others] = value('DAA').split(/[,$]/).map(toWords)
  return { surname: first, givenNames: others.filter(Boolean).join(' ') }
}

/**
 * The driver number of Great Britain (field 5): five letters of the surname, the birth date among six digits, initials,
 * three characters.
 */
const driverNumber = /[A-Z][A-Z0-9]{4}[0-9OQDILZSGB]{6}[A-Z0-9]{5}/g

/** The date format on the front of the card. */
const printedDate = /(\d{2})[.,:]?(\d{2})[.,:]?(\d{4})/

/**
 * Reads the front of a licence of Great Britain from its lines of text, top to bottom. Field 3 must contain the birth
 * date that is also encoded in field 5. Field 4b is the expiry date. The algorithm of the two check letters at the end
 * of field 5 isn't public.
 */
export function readUkLicence(lines: readonly string[], day: CalendarDate): DocumentContent | ContentFault {
  const numbers = new Set(lines.flatMap(listNumbers))
  if (numbers.size === 0) return 'not_a_document'
  const [number = ''] = numbers
  if (numbers.size > 1) return 'two_documents'
  const dates = lines.flatMap((line) => listDates(line))
  const listLabelled = (label: string) => dates.filter((date) => date.label === label).map(({ date }) => date)
  const birthDates = listLabelled('3').length > 0 ? listLabelled('3') : dates.map(({ date }) => date)
  const dateOfBirth = birthDates.find((date) => isHiddenIn(number, date))
  if (!dateOfBirth || dateOfBirth > day) return 'unreadable'
  const later = dates.map(({ date }) => date).filter((date) => date > dateOfBirth)
  const [expiresOn] = listLabelled('4B').length > 0 ? listLabelled('4B') : later.sort().reverse()
  // If there is only one date besides the birth date, it could be the date of issue.
  if (!expiresOn || (listLabelled('4B').length === 0 && new Set(later).size < 2)) return 'unreadable'
  const { surname, givenNames } = readUkNames(lines, number)
  return {
    kind: 'driving_licence',
    readFrom: 'print',
    issuingState: 'GBR',
    number,
    surname,
    givenNames,
    namesTruncated: false,
    dateOfBirth,
    expiresOn,
  }
}

/** Driver numbers in a line, with digits corrected where only digits are allowed. */
function listNumbers(line: string): string[] {
  // Newspaper text below the licence, read without its spaces, may look like a driver number.
  if (/\p{Ll}{3}/u.test(line)) return []
  const text = line
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^5(?=[A-Z])/, '')
  return (text.match(driverNumber) ?? [])
    .map(
      (number) =>
        toLetters(number.slice(0, 5)) +
        foldDigits(number.slice(5, 11)) +
        toLetters(number.slice(11, 13)) +
        number.slice(13),
    )
    .filter((number) => findMonth(number) !== null)
}

function toLetters(text: string): string {
  return [...text].map((character) => letterFor[character] ?? character).join('')
}

/** The months of women are encoded from 51. */
function findMonth(number: string): number | null {
  const month = Number(number.slice(6, 8)) % 50
  return month >= 1 && month <= 12 && Number(number.slice(6, 8)) < 63 ? month : null
}

/** Whether field 5 encodes this day: the tens of its year, month, day, and the ones of its year. */
function isHiddenIn(number: string, date: CalendarDate): boolean {
  const [year = '', month = '', dayOfMonth = ''] = date.split('-')
  return (
    number[5] === year[2] &&
    findMonth(number) === Number(month) &&
    number.slice(8, 10) === dayOfMonth &&
    number[10] === year[3]
  )
}

function listDates(line: string): { label: string; date: CalendarDate }[] {
  const text = line.toUpperCase().replace(/\s/g, '')
  // The dates 4a and 4b may have been read as one line.
  const parts = text.split(/(?=4[AB8]\.)/)
  return parts.flatMap((part) => {
    const label = /^(3|4A|4B|48)\./.exec(part)?.[1]?.replace('48', '4B') ?? ''
    const [, dayOfMonth, month, year] = printedDate.exec(label ? part.slice(label.length + 1) : part) ?? []
    const date = `${year}-${month}-${dayOfMonth}`
    return year && isCalendarDate(date) ? [{ label, date }] : []
  })
}

/** The longest first; the space after it may have been lost. */
const titles = ['MISS', 'MRS', 'MR', 'MS', 'MX', 'DR', '']

/**
 * The names: fields 1 and 2, which are above the first date. They are found by comparison with field 5, because their
 * field numbers are small and often missed. Empty where no line fits. Field 5 begins with the first five letters of the
 * surname, with MAC written as MC, and has the initials in its twelfth and thirteenth place; 9 is the filler.
 */
function readUkNames(lines: readonly string[], number: string): { surname: string; givenNames: string } {
  const names = lines.map((line) =>
    line
      .toUpperCase()
      .replace(/^[^\p{L}]*(?:[\d.]+\s*)?/u, '')
      .trim(),
  )
  const at = names.findIndex((name) => isName(name) && doesSurnameFit(number, name))
  if (at < 0) return { surname: '', givenNames: '' }
  const end = lines.findIndex((line, index) => index > at && listDates(line).length > 0)
  const given = names
    .slice(at + 1, end < 0 ? undefined : end)
    .filter(isName)
    .map((name) => dropTitle(name, number[11] ?? ''))
  // What else has the initial is shorter: spots that look like letters.
  const [givenNames = ''] = given.sort((a, b) => b.length - a.length)
  return { surname: names[at] ?? '', givenNames }
}

const isName = (text: string) => /^[\p{L}\p{M} .,'’‘`-]+$/u.test(text)

/** The given names after the title, if they have the initial; otherwise empty. */
function dropTitle(name: string, initial: string): string {
  return (
    titles
      .filter((title) => name.startsWith(title))
      .map((title) => name.slice(title.length).replace(/^[. ]+/, ''))
      .find((rest) => rest.length > 1 && rest.normalize('NFD').startsWith(initial)) ?? ''
  )
}

function doesSurnameFit(number: string, surname: string): boolean {
  const letters = surname.normalize('NFD').replace(/[^A-Z]/g, '')
  const start = (text: string) => text.slice(0, 5).padEnd(5, '9')
  return [letters, letters.replace(/^MAC/, 'MC')].some(
    (text) => number.startsWith(start(text)) || foldAlike(text).startsWith(foldAlike(number.slice(0, 5))),
  )
}
