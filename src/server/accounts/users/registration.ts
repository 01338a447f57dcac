import { createSignUpMetadataSchema, type SignUpMetadata } from '../../../contract/account.ts'
import { type CalendarDate, isTodaySomewhere, toCalendarDate } from '../../../domain/calendar-date.ts'
import { toLatinDigits } from '../../../domain/latin-digits.ts'
import accountMessages from '../../../words/en/account-messages.ts'
import { toStoredPhone } from '../../platform/phone-numbers/index.ts'
import { type AuthRefusal, refuseAuth } from '../wire/auth-error.ts'
import type { UserMetadata } from './user-store.ts'

/**
 * The registration data in the metadata, checked as the form checks it; null when there is none at all, as from a client that knows only the
 * protocol. A registration that is there must be whole, and of an adult on the day `today`.
 */
export function findRegistration(
  metadata: UserMetadata,
  today: CalendarDate,
): SignUpMetadata | null | AuthRefusal {
  const schema = createSignUpMetadataSchema(today)
  if (!Object.keys(schema.shape).some((field) => field in metadata)) return null
  const parsed = schema.safeParse(metadata)
  if (parsed.success) {
    const { phone_number: phone } = parsed.data
    const stored = toStoredPhone(phone)
    if (stored !== null) return { ...parsed.data, phone_number: stored }
    // A client that names no country means a number that only people can complete.
    if (!toLatinDigits(phone).startsWith('+')) return parsed.data
    return refuseAuth('validation_failed', { status: 422, message: accountMessages.phoneNumber })
  }
  const messages = [
    ...new Set(parsed.error.issues.map(({ path, message }) => findWordsForField(path[0]) ?? message)),
  ]
  return refuseAuth('validation_failed', { status: 422, message: messages.join('. ') })
}

/** The day it is where somebody registers: the one that their browser named, if it is today somewhere; UTC's where none was named (SIGNUP-16). */
export function readToday(named: string | undefined, now: Date): CalendarDate | AuthRefusal {
  if (named === undefined) return toCalendarDate(now)
  if (isTodaySomewhere(named, now)) return named
  return refuseAuth('validation_failed', { status: 422, message: accountMessages.wrongDay })
}

/** The specified words for a field, whatever is wrong with it: a missing field has no words of its own in the schema. */
function findWordsForField(field: PropertyKey | undefined): string | undefined {
  switch (field) {
    case 'full_name':
      return accountMessages.fullName
    case 'date_of_birth':
      return accountMessages.dateOfBirth
    case 'address':
      return accountMessages.address
    case 'sex':
      return accountMessages.sex
    case 'phone_number':
      return accountMessages.phoneNumber
    default:
      return undefined
  }
}
