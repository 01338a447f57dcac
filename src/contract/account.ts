import { z } from 'zod'
import { isAdultOn } from '../domain/account/adulthood.ts'
import { countryCodes } from '../domain/account/country-codes.ts'
import { accountLimits as limits } from '../domain/account/limits.ts'
import { accountMessages as messages } from '../domain/account/messages.ts'
import { type CalendarDate, isCalendarDate } from '../domain/calendar-date.ts'

/** An email address without control characters, as typed; white space around it does not count. */
export const emailSchema = z
  .string()
  .trim()
  .max(limits.emailMax, messages.email)
  .pipe(z.email(messages.email))

/** Login data (document 1, section 5). */
export const loginSchema = z.object({
  email: emailSchema,
  password: z.string().min(limits.passwordMin, messages.password).max(limits.passwordMax),
})
export type Login = z.infer<typeof loginSchema>

export const sexSchema = z.enum(['male', 'female', 'other'], messages.sex)

const trimmed = (min: number, max: number, message: string) =>
  z.string().trim().min(min, message).max(max, message)

/** Registration data (document 1, sections 3 and 5). `today` decides the exact age. */
export function registrationSchema(today: CalendarDate) {
  return z.object({
    fullName: trimmed(limits.fullNameMin, limits.fullNameMax, messages.fullName),
    email: emailSchema,
    password: z.string().min(limits.passwordMin, messages.password).max(limits.passwordMax),
    dateOfBirth: z
      .string()
      .refine((date) => isCalendarDate(date) && isAdultOn(date, today), messages.dateOfBirth),
    address: trimmed(limits.addressMin, limits.addressMax, messages.address),
    sex: sexSchema,
    countryCode: z.enum(
      countryCodes.map(({ code }) => code),
      messages.countryCode,
    ),
    phoneNumber: trimmed(limits.phoneNumberMin, limits.phoneNumberMax, messages.phoneNumber).regex(
      /^[\d\s().-]+$/,
      messages.phoneNumber,
    ),
  })
}
export type Registration = z.infer<ReturnType<typeof registrationSchema>>

/**
 * The sign-up metadata of the auth service (document 1, section 3): what a registration becomes on the wire. `phone_number` is country
 * code and number joined.
 */
export function signUpMetadataSchema(today: CalendarDate) {
  const fields = registrationSchema(today).shape
  return z.object({
    full_name: fields.fullName,
    date_of_birth: fields.dateOfBirth,
    address: fields.address,
    sex: fields.sex,
    phone_number: z
      .string()
      .trim()
      .min(limits.phoneNumberMin, messages.phoneNumber)
      .max(limits.phoneNumberMax + 4, messages.phoneNumber)
      .regex(/^\+?[\d\s().-]+$/, messages.phoneNumber),
  })
}
export type SignUpMetadata = z.infer<ReturnType<typeof signUpMetadataSchema>>

/** The signed-in person's profile row. */
export const profileSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  emailVerified: z.boolean(),
  fullName: z.string(),
  dateOfBirth: z.string().nullable(),
})
export type Profile = z.infer<typeof profileSchema>

/** What a person may change about their profile (document 1, section 5: no bounds on the full name, but it stays a name). */
export const profileUpdateSchema = z.object({
  full_name: z.string().trim().max(limits.fullNameMax, messages.fullName),
})
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>

/** One device that the person is signed in on. `ip` and `userAgent` are as the device told at its last refresh. */
export const signedInDeviceSchema = z.object({
  id: z.uuid(),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  current: z.boolean(),
})
export type SignedInDevice = z.infer<typeof signedInDeviceSchema>
