import { z } from 'zod'
import { parties } from '../domain/record/record.ts'
import { validities } from '../domain/verification/validity.ts'
import { verificationKinds } from '../domain/verification/verification.ts'
import { draftValuesSchema } from './draft.ts'
import { typedAbout } from './fields.ts'

/** Branded, so that a row may hold the instant itself. */
const instant = z.iso.datetime().brand<'instant'>()
const maybe = instant.nullable()

/** The same type as stored in a row: JSON writes an instant as the text of the schema. */
type Stored<T> =
  T extends z.core.$brand<'instant'>
    ? Date
    : T extends (infer Item)[]
      ? Stored<Item>[]
      : T extends object
        ? { [Key in keyof T]: Stored<T[Key]> }
        : T

/** All data in the tables about a person, apart from their verifications, which have a file each. */
const personalAccountSchema = z.strictObject({
  account: z.strictObject({
    id: z.uuid(),
    email: z.string(),
    emailConfirmedAt: maybe,
    emailRefusedAt: maybe,
    newEmail: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: instant,
    lastSignInAt: maybe,
    closesAt: maybe,
    keptAt: maybe,
    /** The only record that it may open as its third party, if it was opened with that request's code. */
    limitedTo: z.uuid().nullable(),
    /** The tag of the language of the pages and mails; null before it was known. */
    language: z.string().nullable(),
  }),
  profile: z
    .strictObject({
      fullName: z.string(),
      dateOfBirth: z.string(),
      address: z.string(),
      sex: z.string(),
      phoneNumber: z.string(),
    })
    .nullable(),
  devices: z.array(
    z.strictObject({
      id: z.uuid(),
      signedInAt: instant,
      lastUsedAt: instant,
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
      signedInBy: z.array(z.string()).nullable(),
    }),
  ),
  passkeys: z.array(z.strictObject({ id: z.uuid(), name: z.string(), addedAt: instant, lastUsedAt: maybe })),
  authenticatorApp: z
    .strictObject({ addedAt: instant, confirmedAt: maybe, recoveryCodesLeft: z.int(), removalDueAt: maybe })
    .nullable(),
  securityActivity: z.array(
    z.strictObject({
      at: instant,
      event: z.string(),
      method: z.string(),
      device: z.string(),
      network: z.string(),
      times: z.int(),
      isNewDevice: z.boolean(),
    }),
  ),
  mailedLinks: z.array(
    z.strictObject({
      kind: z.string(),
      email: z.string(),
      madeAt: instant,
      endsAt: instant,
      registration: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  usedLinks: z.array(z.strictObject({ kind: z.string(), email: z.string(), usedAt: instant })),
  signInsUnderWay: z.array(z.strictObject({ method: z.string(), begunAt: instant, endsAt: instant })),
})
export type PersonalAccount = Stored<z.infer<typeof personalAccountSchema>>

const personalPlanSchema = z.strictObject({
  subscriptions: z.array(
    z.strictObject({
      tier: z.string(),
      status: z.string(),
      periodEndsAt: maybe,
      endsWithPeriod: z.boolean(),
      previousTier: z.string().nullable(),
      allowanceFreshSince: maybe,
      providerId: z.string().nullable(),
      priceId: z.string().nullable(),
      createdAt: instant,
    }),
  ),
  usage: z.array(z.strictObject({ action: z.string(), at: instant })),
  customer: z.strictObject({ providerId: z.string(), createdAt: instant }).nullable(),
})
export type PersonalPlan = Stored<z.infer<typeof personalPlanSchema>>

const feedbackSchema = z.strictObject({ rating: z.int(), comment: z.string().nullable(), givenAt: instant })
export type PersonalFeedback = Stored<z.infer<typeof feedbackSchema>>

const requestSchema = z.strictObject({ key: z.string(), sentAt: instant, answer: z.unknown() })
export type PersonalRequest = Stored<z.infer<typeof requestSchema>>

const mailSchema = z.strictObject({
  task: z.string(),
  queuedAt: instant,
  endedAt: maybe,
  outcome: z.string().nullable(),
})

const readingSchema = z.strictObject({
  requestedAt: instant,
  endedAt: maybe,
  comparedName: z.string().nullable(),
  comparedBirthDate: z.string().nullable(),
  outcome: z.string().nullable(),
  kind: z.string().nullable(),
  readFrom: z.string().nullable(),
  issuingState: z.string().nullable(),
  ageOver18: z.boolean().nullable(),
  nameAgrees: z.boolean().nullable(),
  birthDateAgrees: z.boolean().nullable(),
  knownUntil: z.string().nullable(),
  readerVersion: z.string().nullable(),
  /** Whether a third party's document is the creator's document. */
  sameDocument: z.boolean(),
  /** Whether a keyed hash of it is kept, for comparison with a third party's. */
  isKeptToCompare: z.boolean(),
})
const keptProofSchema = z.strictObject({
  fullName: z.string(),
  birthDateAgrees: z.boolean(),
  source: z.record(z.string(), z.unknown()),
  keptAt: instant,
  endsOn: z.string(),
})
export type PersonalKeptProof = Stored<z.infer<typeof keptProofSchema>>
export type PersonalReading = Stored<z.infer<typeof readingSchema>>

const checkSchema = z.strictObject({
  provider: z.string(),
  state: z.string(),
  fault: z.string().nullable(),
  comparedName: z.string().nullable(),
  ageOver18: z.boolean().nullable(),
  nameAgrees: z.boolean().nullable(),
  faceMatched: z.boolean().nullable(),
  startedAt: instant,
  endedAt: maybe,
})
export type PersonalCheck = Stored<z.infer<typeof checkSchema>>

const walletSchema = z.strictObject({
  proofs: z.array(
    z.strictObject({
      credentialType: z.string().nullable(),
      issuerName: z.string().nullable(),
      voucherName: z.string().nullable(),
      voucherKind: z.string().nullable(),
      name: z.string().nullable(),
      answerSha256: z.string(),
      provenAt: instant,
    }),
  ),
  requests: z.array(
    z.strictObject({
      credentialType: z.string().nullable(),
      voucher: z.string().nullable(),
      way: z.string(),
      state: z.string(),
      refusal: z.string().nullable(),
      issuerName: z.string().nullable(),
      asksName: z.boolean(),
      claimedName: z.string().nullable(),
      today: z.string().nullable(),
      name: z.string().nullable(),
      askedAt: instant,
      endsAt: instant,
    }),
  ),
})
export type PersonalWallet = Stored<z.infer<typeof walletSchema>>

const eventSchema = z.strictObject({
  event: z.string(),
  at: instant,
  detail: z.record(z.string(), z.unknown()),
  times: z.int(),
})
export type PersonalEvent = Stored<z.infer<typeof eventSchema>>

const documentSchema = z.strictObject({
  category: z.string(),
  uploadedAt: instant,
  usedAt: maybe,
  destroyedAt: maybe,
  sha256: z.string(),
  /** Its place in the zip; null once it is destroyed. */
  file: z.string().nullable(),
})
export type PersonalDocument = Stored<z.infer<typeof documentSchema>>

const holdSchema = z.strictObject({
  by: z.enum(parties),
  /** Null once it is erased. */
  reason: z.string().nullable(),
  setAt: instant,
  endsAt: instant,
  endedAt: maybe,
  endedBy: z.string().nullable(),
})
export type PersonalHold = Stored<z.infer<typeof holdSchema>>

/** `account.json`. */
export const accountFileSchema = personalAccountSchema.extend({
  format: z.literal('personal-data/1'),
  kind: z.literal('account'),
  madeAt: instant,
  plan: personalPlanSchema,
  feedback: z.array(feedbackSchema),
  /** The mails that can be chosen: none so far, so there is no choice to store. */
  notificationChoices: z.array(z.never()),
  requests: z.array(requestSchema),
  mails: z.array(mailSchema),
  uploads: z.array(documentSchema),
  drafts: z.array(
    z.strictObject({ kind: z.enum(verificationKinds), savedAt: instant, values: draftValuesSchema }),
  ),
  readings: z.array(readingSchema),
  keptProofs: z.array(keptProofSchema),
  checks: z.array(checkSchema),
  wallet: walletSchema,
  copies: z.array(z.strictObject({ requestedAt: instant, state: z.string(), endedAt: maybe })),
})

/** `verifications/{id}/verification.json`: a verification that the person created, or was invited to. */
export const verificationFileSchema = z.strictObject({
  format: z.literal('personal-data/1'),
  kind: z.literal('verification'),
  id: z.uuid(),
  type: z.enum(['age', 'person']),
  role: z.enum(['creator', 'third_party']),
  status: z.string(),
  createdAt: instant,
  verifiedAt: maybe,
  consentTextVersion: z.string(),
  validity: z.enum(validities),
  platformName: z.string(),
  additionalTerms: z.string().nullable(),
  /** The creator's statements about themselves; absent in the third party's copy, where the record has them. */
  creator: z
    .strictObject({
      fullName: z.string(),
      dateOfBirth: z.string(),
      signature: z.string(),
      signedOn: z.string(),
      link: z.string(),
      /** The language of the text that they signed; null where it was English alone. */
      consentLanguage: z.string().nullable(),
      consentSha256: z.string().nullable(),
      sources: z.array(z.unknown()),
      /** Keyed hashes of the documents, kept until the request ends, for comparison with the third party's. */
      keptToCompare: z.array(z.string()),
    })
    .nullable(),
  invited: z.strictObject(typedAbout),
  /** The data of the third party. Both copies have it once the record exists, and neither has it before. */
  thirdParty: z
    .strictObject({
      signature: z.string().nullable(),
      signedOn: z.string().nullable(),
      statesAdult: z.literal(true).nullable(),
      consentLanguage: z.string().nullable(),
      consentSha256: z.string().nullable(),
      sources: z.array(z.unknown()),
    })
    .nullable(),
  /** The things that both people share, as named in the record. */
  shared: z.array(z.string()),
  detailsErasedAt: maybe,
  /** The time of a private refusal by the third party; always null in the creator's copy. */
  saidNoAt: maybe,
  /** The third party's own words; always null in the creator's copy. */
  declineReason: z.string().nullable(),
  /** The tag of the language of the third party's pages and mails; always null in the creator's copy. */
  language: z.string().nullable(),
  documents: z.array(documentSchema),
  readings: z.array(readingSchema),
  checks: z.array(checkSchema),
  wallet: walletSchema,
  mails: z.array(mailSchema),
  trail: z.array(eventSchema),
  /** The legal holds of its record, including the other person's, since both can read them. */
  holds: z.array(holdSchema),
  files: z.array(z.string()),
})

/** The content of the JSON files of a person's data export, published at `GET /api/data-exports/schema`. */
export const personalDataSchema = z.discriminatedUnion('kind', [accountFileSchema, verificationFileSchema])
export type AccountFile = Stored<z.infer<typeof accountFileSchema>>
export type VerificationFile = Stored<z.infer<typeof verificationFileSchema>>
