import { z } from 'zod'
import { isAdultOn } from '../domain/account/adulthood.ts'
import { accountMessages } from '../domain/account/messages.ts'
import { isPhoneText } from '../domain/account/phone-text.ts'
import { calendarDateOf, isCalendarDate, isTodaySomewhere } from '../domain/calendar-date.ts'
import { latinDigits } from '../domain/latin-digits.ts'
import { isPlainText } from '../domain/plain-text.ts'
import { verificationLimits as limits } from '../domain/verification/limits.ts'
import { isStatedAge, statedAgeMessage } from '../domain/verification/stated-age.ts'
import { emailSchema } from './account.ts'
import { signatureDateSchema } from './calendar-date.ts'
import { asksForSchema } from './evidence.ts'

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .refine(isPlainText, 'Please remove the control characters')
const required = (max: number, message: string) => text(max).min(1, message)
const optional = (max: number) =>
  text(max)
    .transform((text) => text || null)
    .nullable()
    .default(null)

const optionalLike = (max: number, isGood: (text: string) => boolean, message: string) =>
  optional(max).refine((text) => text === null || isGood(text), message)

/** An age that somebody states: whole years, in the digits of any script. Null where none was stated. */
const statedAge = optionalLike(limits.ageTextMax, isStatedAge, statedAgeMessage).transform(
  (text) => text && String(Number(latinDigits(text))),
)

const selfMessage = 'Please provide your full name and date of birth'
const thirdPartyMessage = 'Please provide information about the third party'
/** Asked for where the third party's address is missing. */
export const emailMessage = "Please provide the third party's email address"

function commonFields(now: Date, signatureDate: string | undefined, signMessage: string) {
  // 18 is counted where the creator is; a day that is today nowhere is refused as the signature's.
  const isToday = signatureDate !== undefined && isTodaySomewhere(signatureDate, now)
  const today = isToday ? signatureDate : calendarDateOf(now)
  return {
    fullName: required(limits.nameMax, selfMessage),
    dateOfBirth: z
      .string()
      .min(1, selfMessage)
      .refine((date) => isCalendarDate(date) && isAdultOn(date, today), accountMessages.dateOfBirth),
    thirdPartyName: required(limits.nameMax, thirdPartyMessage),
    thirdPartySocialMediaName: required(limits.socialMediaNameMax, thirdPartyMessage),
    platformName: required(limits.platformNameMax, thirdPartyMessage),
    additionalInformation: optional(limits.additionalInformationMax),
    signature: required(limits.signatureMax, signMessage),
    signatureDate: signatureDateSchema(now),
    thirdPartyEmail: z.string().trim().min(1, emailMessage).pipe(emailSchema),
    /** The version of the consent text that the creator was shown. */
    consentTextVersion: z.string().max(40),
    asksFor: asksForSchema,
  }
}

const ownDocument = (message: string) => z.uuid(message).toLowerCase().nullable()

/**
 * The creation payload of an age verification (AGE-5). Photo and ID are documents uploaded before, by id; null where `walletProofId`, a proof
 * of the creator's own age, takes their place.
 */
export function ageCreationSchema(now: Date, signatureDate?: string) {
  return z.object({
    type: z.literal('age'),
    ...commonFields(now, signatureDate, 'Please sign, date, and upload your ID document'),
    identityConsent: z.literal(true, 'Please confirm your consent to identity sharing'),
    thirdPartyPlatformAge: statedAge,
    thirdPartyClaimedAge: statedAge,
    selfieDocumentId: ownDocument('Please take a passport-style photo'),
    idDocumentId: ownDocument('Please sign, date, and upload your ID document'),
    walletProofId: z.uuid().toLowerCase().nullable().default(null),
  })
}

/** The creation payload of a person verification (PERSON-7). */
export function personCreationSchema(now: Date, signatureDate?: string) {
  return z.object({
    type: z.literal('person'),
    ...commonFields(now, signatureDate, 'Please sign and date the form'),
    thirdPartyPhone: optionalLike(limits.phoneMax, isPhoneText, accountMessages.phoneNumber),
  })
}

/** Either creation payload. The signature's day decides the creator's exact age, and `now` which days it may be. */
export function creationSchema(now: Date, signatureDate?: string) {
  return z.discriminatedUnion('type', [
    ageCreationSchema(now, signatureDate),
    personCreationSchema(now, signatureDate),
  ])
}
export type Creation = z.infer<ReturnType<typeof creationSchema>>
export type CreationInput = z.input<ReturnType<typeof creationSchema>>
