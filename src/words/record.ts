import type { AuditEntry } from '../domain/audit-event.ts'
import type { ClockState, Oddity, RecordFormat, Shared } from '../domain/record/record.ts'
import words from './en/record-words.ts'
import { dropIsolates } from './fill.ts'
import { readLanguage } from './language.ts'

/** The terms in a record: the same on paper, on the screen and in mails. */
export const {
  parties: partyWords,
  ofParties: ofPartyWords,
  kinds: kindWords,
  actors: actorWords,
  evidence: evidenceWords,
  ofEvidence: ofEvidenceWords,
  fileTypes: fileTypeWords,
  emailProofs: emailProofWords,
} = words

/** The line above terms that a person added, where the service's own text ends (RECORD-52). */
export const describeAddedTerms = (creatorName: string) => words.addedTerms({ creator: creatorName })

const detailWords: Readonly<Record<string, Readonly<Record<string, string>>>> = words.details

/** One row of the trail as text: `File uploaded (photo)`. Hashes are left out; they have their own tables. */
export function describeTrailEntry({ event, detail }: Pick<AuditEntry, 'event' | 'detail'>): string {
  const facts = Object.entries(detail).flatMap(([name, value]) => {
    const known = detailWords[name]?.[String(value)]
    return known ? [known] : []
  })
  const { timesMore, lastAt } = detail
  if (typeof timesMore === 'number')
    facts.push(words.timesMore({ count: timesMore, at: describeUtc(String(lastAt)) }))
  const name = words.events[event]
  return facts.length > 0 ? `${name} (${facts.join(', ')})` : name
}

/** The state of the clock behind a document's times. */
export function describeClock({ state, source }: ClockState): string {
  if (state === 'unknown') return words.clock.unknown
  return state === 'synchronised'
    ? words.clock.synchronised({ source })
    : words.clock.unsynchronised({ source })
}

/** An instant of evidence, always with its time zone: `2026-03-11 12:00:00 UTC`. */
export function describeUtc(instant: string): string {
  const [day = '', time = ''] = new Date(instant).toISOString().split('T')
  return `${day} ${time.slice(0, 8)} UTC`
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

function describeDay(day: Date, month: 'long' | 'short'): string {
  const { locale } = readLanguage()
  const key = `${locale} ${month}`
  const format =
    dayFormats.get(key) ??
    new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })
  dayFormats.set(key, format)
  return format.format(day)
}

/** A day in words, the same on paper and on every device: `11 March 2026`. */
export const describeLongDay = (day: string): string => describeDay(new Date(day), 'long')

/** An instant in words, with its time zone: `11 March 2026, 12:00 UTC`, or in narrow places `11 Mar 2026, 12:00 UTC`. */
export function describeInstant(instant: string, width: 'wide' | 'narrow' = 'wide'): string {
  const at = new Date(instant)
  const day = describeDay(at, width === 'wide' ? 'long' : 'short')
  return dropIsolates(words.instant({ day, time: at.toISOString().slice(11, 16) }))
}

/** The same in a record of this format: the first format has `describeUtc`. */
export const describeInFormat = (instant: string, format: RecordFormat, width?: 'narrow'): string =>
  format === 'sealed-record/2' ? describeUtc(instant) : describeInstant(instant, width)

/** The warning to a person whose record will have a hint. */
export const { own: ownOddityWords } = words.oddities

export const writeOdditiesTitle = (): string => words.oddities.title

export function describeOddity(oddity: Oddity): string {
  if (oddity.oddity === 'signature_unlike_name') return words.oddities.signature[oddity.party]
  if (oddity.oddity !== 'same_file') return describeShared(oddity.oddity)
  const [one, other] = oddity.files
  return one.party === other.party
    ? words.oddities.sameFile[one.party]
    : words.oddities.sameFileOfBoth({
        one: ofEvidenceWords[one.category],
        other: ofEvidenceWords[other.category],
      })
}

/** The same for a thing that both people share. */
export const describeShared = (shared: Shared): string => words.oddities.shared[shared]
