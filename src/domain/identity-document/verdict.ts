import { isAdultOn } from '../account/adulthood.ts'
import { type CalendarDate, computeAge } from '../calendar-date.ts'
import type { DocumentKind, DocumentSource } from '../evidence/evidence.ts'
import type { ContentFault, DocumentContent } from './document-content.ts'
import { digitFor } from './look-alikes.ts'
import { doNamesAgree } from './names-agree.ts'
import { doesPrintContradict, isBesidePhoto } from './printed-side.ts'
import { isAamva, readAamva } from './read-aamva.ts'
import { readMrz } from './read-mrz.ts'
import { readUkLicence } from './read-uk-licence.ts'

/** What somebody typed, to be compared with a document. The third party's birth date is never asked. */
export type Claims = { fullName: string; dateOfBirth: CalendarDate | null }

/** What a reader saw in a picture, before anybody asked what it means. */
export type Sighting = {
  /** Every machine-readable zone, from its first line to its last. */
  zones: readonly (readonly string[])[]
  barcodes: readonly string[]
  /** Other lines of text, the upper ones first, where there is neither zone nor barcode; those beside the photo, where a zone is beside it. */
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
export type ReadingOutcome = (typeof readingOutcomes)[number]

/**
 * What became of reading a document for some claims on a day. The facts are null where the document said nothing. `name_differs` leaves the
 * age as it was read: the age fact stands, the name stays declared.
 */
export type Verdict = {
  outcome: ReadingOutcome
  kind: DocumentKind | null
  readFrom: DocumentSource['readFrom'] | null
  issuingState: string | null
  ageOver18: boolean | null
  nameAgrees: boolean | null
  birthDateAgrees: boolean | null
}

const nothing = {
  kind: null,
  readFrom: null,
  issuingState: null,
  ageOver18: null,
  nameAgrees: null,
  birthDateAgrees: null,
}

export const readerUnavailable: Verdict = { outcome: 'reader_unavailable', ...nothing }

/** Nobody alive was born earlier. */
const oldestYears = 130

/** Compares what a document says with what was typed, on a calendar day. */
export function judge(content: DocumentContent | ContentFault, claims: Claims, day: CalendarDate): Verdict {
  if (typeof content === 'string') return { outcome: content, ...nothing }
  const facts = {
    kind: content.kind,
    readFrom: content.readFrom,
    issuingState: content.issuingState,
    ageOver18: isAdultOn(content.dateOfBirth, day),
    nameAgrees: content.surname || content.givenNames ? doNamesAgree(claims.fullName, content) : null,
    birthDateAgrees: claims.dateOfBirth === null ? null : claims.dateOfBirth === content.dateOfBirth,
  }
  return { outcome: decideOutcome(facts, content, day), ...facts }
}

/**
 * Which document it is, in one writing for each: issuer, number, birth date. Null where none was read, or none with a number. It is hashed
 * and forgotten.
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
  { zones, barcodes, lines, hasFace }: Sighting,
  day: CalendarDate,
): DocumentContent | ContentFault {
  const aamva = [...new Set(barcodes.filter(isAamva))]
  const [zone] = zones
  if (zones.length > 1 || aamva.length > 1) return 'two_documents'
  if (zone && aamva[0] && !isOneCard(zone, aamva[0], day)) return 'two_documents'
  const content = zone ? readMrz(zone, day) : aamva[0] ? readAamva(aamva[0], day) : readUkLicence(lines, day)
  if (typeof content === 'string') return content
  const hasPhoto = zone ? isBesidePhoto(zone) : content.readFrom === 'print'
  if (hasPhoto && !hasFace) return 'not_a_document'
  if (zone && doesPrintContradict(lines, content)) return 'specimen'
  if (computeAge(content.dateOfBirth, day) > oldestYears) return 'unreadable'
  return isSpecimen(content) || !isPlausible(content, day) ? 'specimen' : content
}

/** An enhanced licence has a barcode and, for the border, the zone of a card on the same side. */
function isOneCard(zone: readonly string[], barcode: string, day: CalendarDate): boolean {
  const [card, licence] = [readMrz(zone, day), readAamva(barcode, day)]
  if (typeof card === 'string' || typeof licence === 'string') return false
  return (
    card.kind === 'identity_card' &&
    card.issuingState === licence.issuingState &&
    card.dateOfBirth === licence.dateOfBirth
  )
}

/** Documents that states publish as examples: the words of a name that have to be there, and the birth date where others may have that name. */
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
const longestYears = { passport: 11, identity_card: 31, residence_permit: 11 }

/** Whether a state issues documents of such a term and number. */
function isPlausible({ kind, number, expiresOn }: DocumentContent, day: CalendarDate): boolean {
  // One character over and over is what is typed to fill a field.
  if (/^(.)\1{4,}$/.test(number)) return false
  // Licences have no common term: one state's are valid until 65.
  const years = kind in longestYears ? longestYears[kind as keyof typeof longestYears] : 50
  return Number(expiresOn.slice(0, 4)) - Number(day.slice(0, 4)) <= years
}
