import { z } from 'zod'
import { isAdultOn, maximumAgeYears } from '../domain/account/limits.ts'
import { isPhoneText } from '../domain/account/phone.ts'
import { isCalendarDate, isTodaySomewhere, toCalendarDate } from '../domain/calendar-date.ts'
import { toLatinDigits } from '../domain/typed-text.ts'
import { defaultValidity, validities } from '../domain/verification/validity.ts'
import { verificationLimits as limits } from '../domain/verification/verification.ts'
import type { StepFault } from '../domain/verification/wizard.ts'
import accountMessages from '../words/en/account-messages.ts'
import fieldMessages from '../words/en/field-messages.ts'
import stepFaultWords from '../words/en/step-faults.ts'
import { emailSchema } from './account.ts'
import { asksForSchema, shownReadingSchema } from './evidence.ts'
import { allowLine, allowParagraph, makeSignatureDateSchema } from './fields.ts'

/** The error text of a field, read when the error occurs, because the language is known then. */
type Message = { error: () => string }

const explainStepFault = (fault: StepFault): Message => ({ error: () => stepFaultWords[fault].detail })

const requireLine = (max: number, message: Message) => allowLine(max).min(1, message)
const allowNull = (text: z.ZodString) =>
  text
    .transform((typed) => typed || null)
    .nullable()
    .default(null)

const allowBlankOr = (max: number, isGood: (text: string) => boolean, message: Message) =>
  allowNull(allowLine(max)).refine((text) => text === null || isGood(text), message)

/** A stated age: whole years, in the digits of any script. Null if empty. */
const statedAge = allowBlankOr(limits.ageTextMax, isStatedAge, {
  error: () => fieldMessages.statedAge,
}).transform((text) => text && String(Number(toLatinDigits(text))))

const selfMessage = explainStepFault('step_self')
const thirdPartyMessage = explainStepFault('step_third_party')
/** The error for a missing third party's address. */
const emailMessage = explainStepFault('step_email')

function makeCommonFields(now: Date, signatureDate: string | undefined, signMessage: Message) {
  // 18 is counted on the creator's day; a day that isn't today anywhere is refused as the signature's day.
  const isToday = signatureDate !== undefined && isTodaySomewhere(signatureDate, now)
  const today = isToday ? signatureDate : toCalendarDate(now)
  return {
    fullName: requireLine(limits.nameMax, selfMessage),
    dateOfBirth: z
      .string()
      .min(1, selfMessage)
      .refine((date) => isCalendarDate(date) && isAdultOn(date, today), {
        error: () => accountMessages.dateOfBirth,
      }),
    thirdPartyName: requireLine(limits.nameMax, thirdPartyMessage),
    thirdPartySocialMediaName: requireLine(limits.socialMediaNameMax, thirdPartyMessage),
    platformName: requireLine(limits.platformNameMax, thirdPartyMessage),
    additionalInformation: allowNull(allowParagraph(limits.additionalInformationMax)),
    signature: requireLine(limits.signatureMax, signMessage),
    signatureDate: makeSignatureDateSchema(now),
    thirdPartyEmail: z.string().trim().min(1, emailMessage).pipe(emailSchema),
    /** The version of the consent text that the creator was shown. */
    consentTextVersion: z.string().max(40),
    /** Its language and its SHA-256. A page that knows only English sends neither. */
    consentTextLanguage: z.string().max(40).nullable().default(null),
    consentTextSha256: z.string().max(64).nullable().default(null),
    asksFor: asksForSchema,
    validity: z.enum(validities).default(defaultValidity),
  }
}

const allowDocumentId = (message: Message) => z.uuid(message).toLowerCase().nullable()

/**
 * The creation payload of an age verification (AGE-5). Photo and ID are the ids of uploaded documents; null where
 * `walletProofId`, a proof of the creator's own age, or `keptProofId`, kept evidence, replaces them.
 */
export function makeAgeCreationSchema(now: Date, signatureDate?: string) {
  return z.object({
    type: z.literal('age'),
    ...makeCommonFields(now, signatureDate, explainStepFault('step_sign_date_id')),
    identityConsent: z.literal(true, explainStepFault('step_consent')),
    thirdPartyPlatformAge: statedAge,
    thirdPartyClaimedAge: statedAge,
    selfieDocumentId: allowDocumentId(explainStepFault('step_photo')),
    idDocumentId: allowDocumentId(explainStepFault('step_sign_date_id')),
    walletProofId: z.uuid().toLowerCase().nullable().default(null),
    keptProofId: z.uuid().toLowerCase().nullable().default(null),
    shownReading: shownReadingSchema,
  })
}

/** The creation payload of a person verification (PERSON-7). */
export function makePersonCreationSchema(now: Date, signatureDate?: string) {
  return z.object({
    type: z.literal('person'),
    ...makeCommonFields(now, signatureDate, explainStepFault('step_sign_date')),
    thirdPartyPhone: allowBlankOr(limits.phoneMax, isPhoneText, {
      error: () => accountMessages.phoneNumber,
    }),
  })
}

/**
 * Either creation payload. The signature's day decides the creator's exact age, and `now` decides which days are valid.
 */
export function makeCreationSchema(now: Date, signatureDate?: string) {
  return z.discriminatedUnion('type', [
    makeAgeCreationSchema(now, signatureDate),
    makePersonCreationSchema(now, signatureDate),
  ])
}
export type Creation = z.infer<ReturnType<typeof makeCreationSchema>>
export type CreationInput = z.input<ReturnType<typeof makeCreationSchema>>

/** Whether a text states an age, as displayed by a platform or claimed by a person: whole years, from 1 on. */
export function isStatedAge(text: string): boolean {
  const digits = toLatinDigits(text)
  return /^\d{1,3}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= maximumAgeYears
}
