import { type CalendarDate, isCalendarDate } from '../calendar-date.ts'
import type { ContentFault, DocumentContent } from './document-content.ts'

const usStates =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI'.split(
    ' ',
  )
const canadianProvinces = 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ')

/** Whether a barcode claims to be the one on the back of a licence or card of the United States or Canada. */
export function isAamva(text: string): boolean {
  return /^@[^A-Z]{0,8}(?:ANSI |AAMVA)\s*\d{6}/.test(text)
}

/**
 * What the barcode of a licence or card says (AAMVA DL/ID Card Design Standard, annex D). Dates are MMDDYYYY in the United States and CCYYMMDD
 * in Canada, which no date can be mistaken for: no month is 19 or 20. An element that stands there twice, with different values, makes it unreadable.
 */
export function readAamva(text: string, day: CalendarDate): DocumentContent | ContentFault {
  if (!isAamva(text)) return 'not_a_document'
  if (!hasPossibleHeader(text)) return 'specimen'
  const elements = parseElements(text)
  if (!elements) return 'unreadable'
  const readValue = (...ids: string[]) => ids.map((id) => elements.get(id)).find(Boolean) ?? ''
  const dateOfBirth = parseDate(readValue('DBB'))
  const expiresOn = parseDate(readValue('DBA'))
  if (!dateOfBirth || !expiresOn || dateOfBirth > day) return 'unreadable'
  const issuingState = findState(readValue('DCG'), readValue('DAJ'))
  if (!issuingState) return 'specimen'
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

/** The issuers of North America begin with 636 or 604; the standard has had eleven versions. */
function hasPossibleHeader(text: string): boolean {
  const [, issuer = '', version = ''] = /(?:ANSI |AAMVA)\s*(\d{6})(\d{2})?/.exec(text) ?? []
  return /^6(?:36|04)/.test(issuer) && Number(version) <= 15
}

/** Whether the first subfile is that of a card which is no licence. */
function isCardOnly(text: string): boolean {
  return /^@[^A-Z]{0,8}(?:ANSI |AAMVA)\s*\d{6,14}ID\d/.test(text)
}

/** Null when an element has two values. */
function parseElements(text: string): Map<string, string> | null {
  const elements = new Map<string, string>()
  for (const line of text.split(/[^ -\u{10ffff}]+/u)) {
    // The first element of a subfile stands right behind its designator, `DL` or `ID`, and the header.
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

/** Older barcodes name no country; the jurisdiction of the address tells it. */
function findState(country: string, jurisdiction: string): 'USA' | 'CAN' | null {
  const isUs = usStates.includes(jurisdiction)
  const isCanadian = canadianProvinces.includes(jurisdiction)
  if (isUs && (country === 'USA' || country === '')) return 'USA'
  return isCanadian && (country === 'CAN' || country === '') ? 'CAN' : null
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
  // The oldest form: all names in one, the surname first.
  const [first = '', ...others] = value('DAA').split(/[,$]/).map(toWords)
  return { surname: first, givenNames: others.filter(Boolean).join(' ') }
}
