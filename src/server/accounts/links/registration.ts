import { z } from 'zod'
import { createSignUpMetadataSchema, type SignUpMetadata } from '../../../contract/account.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { toLatinDigits } from '../../../domain/typed-text.ts'
import accountMessages from '../../../words/en/account-messages.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { JobType } from '../../platform/jobs/index.ts'
import { toStoredPhone } from '../../platform/phone-numbers/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AccountFault, type AuthRefusal, refuseAuth } from '../auth-error.ts'
import { endAllSessions } from '../stores/session-store.ts'
import { dropProfile, releaseAddress, type UserMetadata, type UserRow } from '../stores/user-store.ts'
import { endPending } from './one-time-tokens.ts'

/**
 * The registration data in the metadata, checked like the form checks it. Null when there is none, as from a client
 * that implements only the protocol. Existing data must be complete, and of an adult on the day `today`.
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
    // A number without a country code is one that only people can complete, so it is kept.
    if (!toLatinDigits(phone).startsWith('+')) return parsed.data
    return refuseAuth('validation_failed', {
      status: 422,
      message: accountMessages.phoneNumber,
      faults: ['phoneNumber'],
    })
  }
  const faulty = parsed.error.issues.map(({ path, message }) => ({
    fault: findFaultOfField(path[0]),
    message,
  }))
  const messages = faulty.map(({ fault, message }) => (fault ? accountMessages[fault] : message))
  return refuseAuth('validation_failed', {
    status: 422,
    message: [...new Set(messages)].join('. '),
    faults: [...new Set(faulty.flatMap(({ fault }) => fault ?? []))],
  })
}

/** The specified message for any fault in a field. The schema has no message for a missing field. */
function findFaultOfField(field: PropertyKey | undefined): AccountFault | undefined {
  switch (field) {
    case 'full_name':
      return 'fullName'
    case 'date_of_birth':
      return 'dateOfBirth'
    case 'address':
      return 'address'
    case 'sex':
      return 'sex'
    case 'phone_number':
      return 'phoneNumber'
    default:
      return undefined
  }
}

const userSchema = z.object({ userId: z.guid() })

/**
 * The job that closes the links of a released registration. The verifications feature, which depends on accounts,
 * implements it.
 */
export const unclaimedType: JobType<z.infer<typeof userSchema>> = {
  name: 'close-unclaimed-verifications',
  schema: userSchema,
}

/** The job that destroys the drafts of a released registration. */
export const unclaimedDraftsType: JobType<z.infer<typeof userSchema>> = {
  name: 'destroy-unclaimed-drafts',
  schema: userSchema,
}

/**
 * Ends an unproven registration because another person proved its mailbox. It loses address, password, sessions, links
 * and profile, and can no longer be opened. Jobs close the links that it shared and destroy its drafts. Its row must be
 * locked.
 */
export async function releaseRegistration(
  { clock, jobs }: Platform,
  tx: Transaction,
  { id }: UserRow,
): Promise<void> {
  const now = clock.now()
  await endAllSessions(tx, id)
  await endPending(tx, id, { now })
  await dropProfile(tx, id)
  await releaseAddress(tx, id, now)
  await jobs.enqueue(tx, unclaimedType, { userId: id })
  await jobs.enqueue(tx, unclaimedDraftsType, { userId: id })
}
