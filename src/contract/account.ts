import { z } from 'zod'
import { isAdultOn, accountLimits as limits } from '../domain/account/limits.ts'
import { countryCodes, isPhoneText } from '../domain/account/phone.ts'
import { type CalendarDate, isCalendarDate } from '../domain/calendar-date.ts'
import { languageTags } from '../domain/language.ts'
import { dropMarks, isLine } from '../domain/typed-text.ts'
import accountMessages from '../words/en/account-messages.ts'
import './default-wording.ts'

/** Read when the error occurs, because the language is known then. */
const withMessage = (fault: keyof typeof accountMessages) => ({ error: () => accountMessages[fault] })

/** An email address without control characters, as typed; white space and marks of direction around it are ignored. */
export const emailSchema = z
  .string()
  .overwrite(dropMarks)
  .trim()
  .max(limits.emailMax, withMessage('email'))
  .pipe(z.email(withMessage('email')))

const passwordSchema = z
  .string()
  .min(limits.passwordMin, withMessage('password'))
  .max(limits.passwordMax, withMessage('passwordTooLong'))

/** Login data (SIGNIN-2). */
export const loginSchema = z.object({ email: emailSchema, password: passwordSchema })
export type Login = z.infer<typeof loginSchema>

export const sexSchema = z.enum(['male', 'female', 'other'], withMessage('sex'))

const line = z.string().trim().refine(isLine, withMessage('notOneLine'))
const nameSchema = line.max(limits.fullNameMax, withMessage('fullNameTooLong'))

/** A phone number as typed, with or without its country code. */
export const phoneSchema = z
  .string()
  .trim()
  .max(limits.phoneNumberMax, withMessage('phoneNumber'))
  .refine(isPhoneText, withMessage('phoneNumber'))

/** Registration data (SIGNUP-4, SIGNUP-5). `today` decides the exact age. */
export function makeRegistrationSchema(today: CalendarDate) {
  return z.object({
    fullName: nameSchema.min(limits.fullNameMin, withMessage('fullName')),
    email: emailSchema,
    password: passwordSchema,
    dateOfBirth: z
      .string()
      .refine((date) => isCalendarDate(date) && isAdultOn(date, today), withMessage('dateOfBirth')),
    address: line
      .min(limits.addressMin, withMessage('address'))
      .max(limits.addressMax, withMessage('addressTooLong')),
    sex: sexSchema,
    countryCode: z.enum(
      countryCodes.map(({ code }) => code),
      withMessage('countryCode'),
    ),
    phoneNumber: phoneSchema,
  })
}
export type Registration = z.infer<ReturnType<typeof makeRegistrationSchema>>

/**
 * The sign-up metadata of the auth service (SIGNUP-8), derived from a registration. `phone_number` is country code and
 * number joined.
 */
export function createSignUpMetadataSchema(today: CalendarDate) {
  const fields = makeRegistrationSchema(today).shape
  return z.object({
    full_name: fields.fullName,
    date_of_birth: fields.dateOfBirth,
    address: fields.address,
    sex: fields.sex,
    phone_number: phoneSchema,
  })
}
export type SignUpMetadata = z.infer<ReturnType<typeof createSignUpMetadataSchema>>

export const profileSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  emailVerified: z.boolean(),
  fullName: z.string(),
  dateOfBirth: z.string().nullable(),
})
export type Profile = z.infer<typeof profileSchema>

/**
 * The profile fields that a person may change: the full name, which may be short or empty (SETTINGS-2), but must be a
 * valid name.
 */
export const profileUpdateSchema = z.object({ full_name: nameSchema })

/** The language that a person chooses for the pages and mails of their account. */
export const languageChoiceSchema = z.object({ language: z.enum(languageTags) })

/** The events in the security activity of an account, with the names of the log (docs/audits.md). */
export const activityEvents = [
  'signed_in',
  'sign_in_refused',
  'signed_out',
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'authenticator_added',
  'authenticator_removed',
  'recovery_codes_made',
  'removal_begun',
  'removal_stopped',
  'refresh_token_reused',
  'address_change_begun',
  'address_changed',
  'copy_asked',
  'account_closed',
  'proof_refused',
  'code_refused',
] as const

/**
 * Newest first. `method` is the method, or the reason of a refusal; `device` is a kind of browser and system, `network`
 * a /24 of IPv4 or a /48 of IPv6, each empty where unknown; `times` is the count within an hour, `at` the time of the
 * last.
 */
export const securityActivitySchema = z.array(
  z.object({
    at: z.iso.datetime(),
    event: z.enum(activityEvents),
    method: z.string(),
    device: z.string(),
    network: z.string(),
    times: z.int(),
    isNewDevice: z.boolean(),
  }),
)
export type SecurityActivity = z.infer<typeof securityActivitySchema>

/** One device with a session of the person. `ip` and `userAgent` are those of its last refresh. */
export const signedInDeviceSchema = z.object({
  id: z.uuid(),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  current: z.boolean(),
})
export type SignedInDevice = z.infer<typeof signedInDeviceSchema>
