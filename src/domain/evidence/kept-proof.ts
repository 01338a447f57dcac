import type { CalendarDate } from '../calendar-date.ts'
import { isSameName } from '../identity-document/names-agree.ts'

/** What an account kept of one reading of its own ID, as far as it decides about its use. */
export type KeptProof = {
  /** The typed name that the document agreed with. */
  fullName: string
  /** Whether the document agreed with the birth date of the account's profile. */
  birthDateAgrees: boolean
  /** The first day on which it is not used any more. */
  endsOn: CalendarDate
}

/**
 * Until when a reading may stand for its document: a year, or the end of the document, whichever is first (ONCE-2).
 * Like the document, it counts as ended on that day.
 */
export function computeKnownUntil(readOn: CalendarDate, expiresOn: CalendarDate): CalendarDate {
  const inAYear = `${Number(readOn.slice(0, 4)) + 1}${readOn.slice(4)}`.replace('-02-29', '-02-28')
  return inAYear < expiresOn ? inAYear : expiresOn
}

/**
 * Whether what was kept may be used on a day for a name (ONCE-3). Neither name may have a word that the other lacks: a
 * reading agrees with a part of a document's names, and what was kept no longer has the others.
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
