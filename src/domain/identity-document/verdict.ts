import { isAdultOn } from '../account/limits.ts'
import { type CalendarDate, computeAge } from '../calendar-date.ts'
import type { DocumentKind, DocumentSource } from '../evidence/evidence.ts'
import { computeKnownUntil } from '../evidence/kept-proof.ts'
import { type ContentFault, type DocumentContent, foldDigits } from './document-content.ts'
import { doNamesAgree, fitNames, splitWords } from './names-agree.ts'
import { judgePrintedName } from './printed-name.ts'
import { doesPrintContradict, fitSurname, hasPrintedSurname, isZoneBesidePhoto } from './printed-side.ts'
import { isAamva, readAamva, readUkLicence } from './read-licence.ts'
import { isPieceOfZone, readMrz } from './read-mrz.ts'

/** Typed data that is compared with a document. The third party's birth date is never asked for. */
export type Claims = { fullName: string; dateOfBirth: CalendarDate | null }

/** The raw output of reading a picture. */
export type DocumentScan = {
  /** Every machine-readable zone, from its first line to its last. */
  zones: readonly (readonly string[])[]
  barcodes: readonly string[]
  /**
   * Other lines of text, from top to bottom, where there is neither zone nor barcode; or the lines beside the photo,
   * where the zone is beside it.
   */
  lines: readonly string[]
  /** Whether there is a face; only detected where the document is read on the side with its photo. */
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
 * `name_differs` keeps the age as read: the age fact holds, the name stays declared.
 */
export type Verdict = {
  outcome: ReadingOutcome
  kind: DocumentKind | null
  readFrom: DocumentSource['readFrom'] | null
  issuingState: string | null
  ageOver18: boolean | null
  nameAgrees: boolean | null
  birthDateAgrees: boolean | null
  /** The last day for which the reading may be kept; null where it may not be kept. */
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

const maxAgeYears = 130

/** Compares the content of a document with the typed data, on a calendar day. */
export function judge(content: DocumentContent | ContentFault, claims: Claims, day: CalendarDate): Verdict {
  if (typeof content === 'string') return { outcome: content, ...noResult }
  const facts = {
    kind: content.kind,
    readFrom: content.readFrom,
    issuingState: content.issuingState,
    ageOver18: isAdultOn(content.dateOfBirth, day),
    nameAgrees: content.surname || content.givenNames ? judgeName(claims.fullName, content) : null,
    birthDateAgrees: claims.dateOfBirth === null ? null : claims.dateOfBirth === content.dateOfBirth,
  }
  const outcome = decideOutcome(facts, content, day)
  const knownUntil = outcome === 'read' ? computeKnownUntil(day, content.expiresOn) : null
  return { outcome, ...facts, knownUntil }
}

function judgeName(typed: string, content: DocumentContent): boolean | null {
  if (content.readFrom === 'print') return judgePrintedName(typed, content)
  return doNamesAgree(typed, content.readFrom === 'lines' ? fitContent(content, splitWords(typed)) : content)
}

const fitContent = (content: DocumentContent, words: readonly string[]): DocumentContent => ({
  ...content,
  surname: fitNames(content.surname, words),
  givenNames: fitNames(content.givenNames, words),
})

/**
 * The identity of a document, in one spelling: issuer, number, birth date. Null where no document or no number was
 * read. It is hashed and then discarded.
 */
export function identifyDocument(content: DocumentContent | ContentFault): string | null {
  if (typeof content === 'string') return null
  const { issuingState, readFrom, dateOfBirth } = content
  const number = content.number.toUpperCase().replace(/[^A-Z0-9]/g, '')
  // Print has no check digits, so two pictures of one licence may be read slightly differently.
  const steady = readFrom === 'print' ? foldDigits(number) : number
  return steady === '' ? null : [issuingState, steady, dateOfBirth].join(' ')
}

function decideOutcome(
  { ageOver18, nameAgrees, birthDateAgrees }: Pick<Verdict, 'ageOver18' | 'nameAgrees' | 'birthDateAgrees'>,
  { expiresOn }: DocumentContent,
  day: CalendarDate,
): ReadingOutcome {
  if (!ageOver18) return 'under_age'
  // Its last day counts as expired too, because the record must still hold when that day is over.
  if (expiresOn <= day) return 'expired'
  if (birthDateAgrees === false) return 'birth_date_differs'
  return nameAgrees ? 'read' : 'name_differs'
}

/** The content of the only document in the picture. */
export function readContent(
  { zones, barcodes, lines, hasFace }: DocumentScan,
  day: CalendarDate,
): DocumentContent | ContentFault {
  const aamva = [...new Set(barcodes.filter(isAamva))]
  const [zone] = zones
  if (zones.length > 1 || aamva.length > 1) return 'two_documents'
  if (zone && aamva[0] && !areOnOneCard(zone, aamva[0], day)) return 'two_documents'
  const read = zone ? readMrz(zone, day) : aamva[0] ? readAamva(aamva[0], day) : readUkLicence(lines, day)
  if (read === 'not_a_document' && !zone && lines.some(isPieceOfZone)) return 'unreadable'
  if (typeof read === 'string') return read
  const isBesidePhoto = zone !== undefined && isZoneBesidePhoto(zone)
  if ((isBesidePhoto || read.readFrom === 'print') && !hasFace) return 'not_a_document'
  const content = isBesidePhoto ? { ...read, surname: fitSurname(read.surname, lines) } : read
  if (isBesidePhoto && doesPrintContradict(lines, content)) return 'specimen'
  if (computeAge(content.dateOfBirth, day) > maxAgeYears) return 'unreadable'
  if (isSpecimen(content) || !isPlausible(content, day)) return 'specimen'
  const isNameRead = !isBesidePhoto || hasPrintedSurname(lines, content)
  return isNameRead ? content : { ...content, surname: '', givenNames: '' }
}

/** An enhanced licence has a barcode and, for border crossings, the zone of a card on the same side. */
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
 * Sample documents published by states: the required words of the name, and the birth date where real people may have
 * that name.
 */
const examples: readonly { names: readonly string[]; dateOfBirth?: CalendarDate }[] = [
  { names: ['SPECIMEN'] },
  { names: ['MUSTERMANN', 'ERIKA'] },
  { names: ['MUSTERMANN', 'MAX'] },
  // The sample of the AAMVA card design standard.
  { names: ['SAMPLE', 'MICHAEL'], dateOfBirth: '1986-06-06' },
  // The sample driving licence of the DVLA, in its two editions.
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

/** The longest remaining validity of a document, in years. A few states issue cards to old people for 30. */
const maxValidityYears = { passport: 11, identity_card: 31, residence_permit: 11 }

/** Whether the expiry date and the number of a document are plausible. */
function isPlausible({ kind, number, expiresOn }: DocumentContent, day: CalendarDate): boolean {
  // One repeated character is a placeholder.
  if (/^(.)\1{4,}$/.test(number)) return false
  // Licences have no common term: one state's licences are valid until 65.
  const years = kind in maxValidityYears ? maxValidityYears[kind as keyof typeof maxValidityYears] : 50
  return Number(expiresOn.slice(0, 4)) - Number(day.slice(0, 4)) <= years
}

/** The maximum number of readings per party and request; after that the typed data stays declared. */
export const maxReadingTries = 3
