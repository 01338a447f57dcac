import type { CalendarDate } from '../calendar-date.ts'
import { isSameName } from '../identity-document/names-agree.ts'

/** The part of an account's kept ID reading that decides whether it may be used. */
export type KeptProof = {
  /** The typed name that the document agreed with. */
  fullName: string
  /** Whether the document agreed with the birth date of the account's profile. */
  birthDateAgrees: boolean
  /** The first day on which it may no longer be used. */
  endsOn: CalendarDate
}

/**
 * The day until which a reading may replace its document: a year later, or the document's expiry, whichever is first
 * (ONCE-2). As with the document, that day itself counts as expired.
 */
export function computeKnownUntil(readOn: CalendarDate, expiresOn: CalendarDate): CalendarDate {
  const inAYear = `${Number(readOn.slice(0, 4)) + 1}${readOn.slice(4)}`.replace('-02-29', '-02-28')
  return inAYear < expiresOn ? inAYear : expiresOn
}

/**
 * Whether kept evidence may be used on a day for a name (ONCE-3). The two names must have the same words: a reading
 * matches only a part of a document's names, and the kept evidence no longer has the others.
 *
 * @param birthDate the typed one and the profile's, for a creator; null for a third party, who types none
 */
export function isUsable(
  { fullName, birthDateAgrees, endsOn }: KeptProof,
  use: {
    fullName: string
    day: CalendarDate
    birthDate: { typed: CalendarDate; profile: CalendarDate | null } | null
  },
): boolean {
  const { birthDate } = use
  const isSamePerson = isSameName(use.fullName, fullName) && isSameName(fullName, use.fullName)
  const isSameBirth = birthDate === null || (birthDateAgrees && birthDate.typed === birthDate.profile)
  return use.day < endsOn && isSamePerson && isSameBirth
}
