import { isAdultOn } from '../account/limits.ts'
import { type CalendarDate, computeAge } from '../calendar-date.ts'
import type { DocumentKind, DocumentSource } from '../evidence/evidence.ts'
import { computeKnownUntil } from '../evidence/kept-proof.ts'
import { type ContentFault, type DocumentContent, digitFor } from './document-content.ts'
import { doNamesAgree, splitWords } from './names-agree.ts'
import { isAamva, readAamva, readUkLicence } from './read-licence.ts'
import { findMrzLayout, readMrz } from './read-mrz.ts'

/** Typed data that is compared with a document. The third party's birth date is never asked for. */
export type Claims = { fullName: string; dateOfBirth: CalendarDate | null }

/** The raw output of reading a picture. */
export type DocumentScan = {
  /** Every machine-readable zone, from its first line to its last. */
  zones: readonly (readonly string[])[]
  barcodes: readonly string[]
  /**
   * Other lines of text, the upper ones first, where there is neither zone nor barcode; those beside the photo, where a
   * zone is beside it.
   */
  lines: readonly string[]
  /** Whether there is a face; only looked for where a document is read on the side that has its photo. */
  hasFace: boolean
}

export const readingOutcomes = [
  'read',
  'under_age',
  'expired',
  'birth_date_differs',
  'name_differs',
  'two_documents',
  'not_a_document',
  'specimen',
  'unreadable',
  'reader_unavailable',
] as const
type ReadingOutcome = (typeof readingOutcomes)[number]

/**
 * The outcome of reading a document for some claims on a day. The facts are null where the document was inconclusive.
 * `name_differs` leaves the age as it was read: the age fact holds, the name stays declared.
 */
export type Verdict = {
  outcome: ReadingOutcome
  kind: DocumentKind | null
  readFrom: DocumentSource['readFrom'] | null
  issuingState: string | null
  ageOver18: boolean | null
  nameAgrees: boolean | null
  birthDateAgrees: boolean | null
  /** Until when it may be kept for next time; null for what may not be. */
  knownUntil: CalendarDate | null
}

const noResult = {
  kind: null,
  readFrom: null,
  issuingState: null,
  ageOver18: null,
  nameAgrees: null,
  birthDateAgrees: null,
  knownUntil: null,
}

export const readerUnavailable: Verdict = { outcome: 'reader_unavailable', ...noResult }

/** Earlier than any living person's birth. */
const maxAgeYears = 130

/** Compares what a document says with what was typed, on a calendar day. */
export function judge(content: DocumentContent | ContentFault, claims: Claims, day: CalendarDate): Verdict {
  if (typeof content === 'string') return { outcome: content, ...noResult }
  const facts = {
    kind: content.kind,
    readFrom: content.readFrom,
    issuingState: content.issuingState,
    ageOver18: isAdultOn(content.dateOfBirth, day),
    nameAgrees: content.surname || content.givenNames ? doNamesAgree(claims.fullName, content) : null,
    birthDateAgrees: claims.dateOfBirth === null ? null : claims.dateOfBirth === content.dateOfBirth,
  }
  const outcome = decideOutcome(facts, content, day)
  const knownUntil = outcome === 'read' ? computeKnownUntil(day, content.expiresOn) : null
  return { outcome, ...facts, knownUntil }
}

/**
 * The identity of a document, in one spelling: issuer, number, birth date. Null where none was read, or none with a
 * number. It is hashed and forgotten.
 */
export function identifyDocument(content: DocumentContent | ContentFault): string | null {
  if (typeof content === 'string') return null
  const { issuingState, readFrom, dateOfBirth } = content
  const number = content.number.toUpperCase().replace(/[^A-Z0-9]/g, '')
  // Print has no check digits: two pictures of one licence are read a little differently.
  const steady = readFrom === 'print' ? [...number].map((each) => digitFor[each] ?? each).join('') : number
  return steady === '' ? null : [issuingState, steady, dateOfBirth].join(' ')
}

function decideOutcome(
  { ageOver18, nameAgrees, birthDateAgrees }: Pick<Verdict, 'ageOver18' | 'nameAgrees' | 'birthDateAgrees'>,
  { expiresOn }: DocumentContent,
  day: CalendarDate,
): ReadingOutcome {
  if (!ageOver18) return 'under_age'
  // On its last day too: the record is to hold when the day is over.
  if (expiresOn <= day) return 'expired'
  if (birthDateAgrees === false) return 'birth_date_differs'
  return nameAgrees ? 'read' : 'name_differs'
}

/** The one document in the picture. */
export function readContent(
  { zones, barcodes, lines, hasFace }: DocumentScan,
  day: CalendarDate,
): DocumentContent | ContentFault {
  const aamva = [...new Set(barcodes.filter(isAamva))]
  const [zone] = zones
  if (zones.length > 1 || aamva.length > 1) return 'two_documents'
  if (zone && aamva[0] && !areOnOneCard(zone, aamva[0], day)) return 'two_documents'
  const content = zone ? readMrz(zone, day) : aamva[0] ? readAamva(aamva[0], day) : readUkLicence(lines, day)
  if (typeof content === 'string') return content
  const hasPhoto = zone ? isZoneBesidePhoto(zone) : content.readFrom === 'print'
  if (hasPhoto && !hasFace) return 'not_a_document'
  if (zone && doesPrintContradict(lines, content)) return 'specimen'
  if (computeAge(content.dateOfBirth, day) > maxAgeYears) return 'unreadable'
  return isSpecimen(content) || !isPlausible(content, day) ? 'specimen' : content
}

/** An enhanced licence has a barcode and, for the border, the zone of a card on the same side. */
function areOnOneCard(zone: readonly string[], barcode: string, day: CalendarDate): boolean {
  const [card, licence] = [readMrz(zone, day), readAamva(barcode, day)]
  if (typeof card === 'string' || typeof licence === 'string') return false
  return (
    card.kind === 'identity_card' &&
    card.issuingState === licence.issuingState &&
    card.dateOfBirth === licence.dateOfBirth
  )
}

/**
 * Documents that states publish as examples: the words of a name that have to be there, and the birth date where others
 * may have that name.
 */
const examples: readonly { names: readonly string[]; dateOfBirth?: CalendarDate }[] = [
  { names: ['SPECIMEN'] },
  { names: ['MUSTERMANN', 'ERIKA'] },
  { names: ['MUSTERMANN', 'MAX'] },
  // The example of the AAMVA's card design standard.
  { names: ['SAMPLE', 'MICHAEL'], dateOfBirth: '1986-06-06' },
  // The driving licence that the DVLA shows, in its two editions.
  { names: ['MORGAN', 'SARAH'], dateOfBirth: '1976-03-11' },
  { names: ['MORGAN', 'SARAH'], dateOfBirth: '1965-07-05' },
]

function isSpecimen({ surname, givenNames, dateOfBirth }: DocumentContent): boolean {
  const words = `${surname} ${givenNames}`.split(' ')
  return examples.some(
    (example) =>
      example.names.every((name) => words.includes(name)) &&
      (example.dateOfBirth === undefined || example.dateOfBirth === dateOfBirth),
  )
}

/** The longest that a document may still be valid, in years. A few states issue cards to old people for 30. */
const maxValidityYears = { passport: 11, identity_card: 31, residence_permit: 11 }

/** Whether a state issues documents of such a term and number. */
function isPlausible({ kind, number, expiresOn }: DocumentContent, day: CalendarDate): boolean {
  // One character over and over is what is typed to fill a field.
  if (/^(.)\1{4,}$/.test(number)) return false
  // Licences have no common term: one state's are valid until 65.
  const years = kind in maxValidityYears ? maxValidityYears[kind as keyof typeof maxValidityYears] : 50
  return Number(expiresOn.slice(0, 4)) - Number(day.slice(0, 4)) <= years
}

/** Fewer legible lines than these prove nothing against a document. */
const minLines = 3
const minNumber = 6
/** From so many letters on, one may have been misread. */
const minForgivingLetters = 5

/**
 * Whether a zone is on the side of a document that has its photo and its printed fields: on the page of a passport
 * (ICAO 9303-4) and on larger cards (9303-6), while a card has it on its back (9303-5).
 */
export function isZoneBesidePhoto(zone: readonly string[]): boolean {
  return findMrzLayout(zone)?.lines === 2
}

/**
 * Whether legible lines of print beside a photo contain neither number nor surname nor birth date of the zone. A few
 * lines prove nothing.
 */
function doesPrintContradict(lines: readonly string[], content: DocumentContent): boolean {
  const printed = lines.filter((line) => !isOfZone(line))
  return printed.length >= minLines && !printed.some((line) => doesPrintAgree(line, content))
}

/**
 * Whether a printed line has the number, a surname or the birth date of a zone; characters that are easily misread for
 * each other count as equal.
 */
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
    (whole.length >= minForgivingLetters && text.includes(whole)) ||
    containsDay(line, dateOfBirth)
  )
}

/**
 * Whether a line may be one of a zone, or a piece of it: fillers, or more characters without a space than a field has.
 */
function isOfZone(line: string): boolean {
  return /[<＜〈《«‹≤]/.test(line) || /^\S{25,}$/.test(line)
}

const fold = (text: string) => [...text.toUpperCase()].map((letter) => digitFor[letter] ?? letter).join('')

/** Whether two words are the same but for one character that was misread. */
function isAlmost(word: string, name: string): boolean {
  if (word === name) return true
  return (
    name.length >= minForgivingLetters &&
    word.length === name.length &&
    [...word].filter((letter, at) => letter !== name[at]).length === 1
  )
}

/** Whether a line says a day, in any order and with the month in any language. */
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

/** The provider's result: the data of the document, and the comparison with the face. */
type Checked = {
  givenNames: string
  surname: string
  birthDate: CalendarDate | null
  faceMatched: boolean
}

/** All that is kept of it (PROVIDER-5). */
export type IdentityVerdicts = { ageOver18: boolean; nameAgrees: boolean; faceMatched: boolean }

/**
 * The verdicts about a checked document, for the name that was given and on a day; null where it shows no birth date.
 */
export function judgeIdentity(
  { givenNames, surname, birthDate, faceMatched }: Checked,
  claimedName: string,
  day: CalendarDate,
): IdentityVerdicts | null {
  if (birthDate === null) return null
  return {
    ageOver18: isAdultOn(birthDate, day),
    nameAgrees: doNamesAgree(claimedName, { surname, givenNames, namesTruncated: false }),
    faceMatched,
  }
}

/** How often a party may have a document read for one request; after that what they typed stays declared. */
export const maxReadingTries = 3
