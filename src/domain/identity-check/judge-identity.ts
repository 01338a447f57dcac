import { isAdultOn } from '../account/adulthood.ts'
import type { CalendarDate } from '../calendar-date.ts'
import { doNamesAgree } from '../identity-document/names-agree.ts'

/** What a provider read in a document and compared with a face. */
type Checked = {
  givenNames: string
  surname: string
  birthDate: CalendarDate | null
  faceMatched: boolean
}

/** All that is kept of it (PROVIDER-5). */
export type IdentityVerdicts = { ageOver18: boolean; nameAgrees: boolean; faceMatched: boolean }

/** The verdicts about a checked document, for the name that was given and on a day; null where it shows no birth date. */
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
