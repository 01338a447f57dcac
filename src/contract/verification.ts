import { z } from 'zod'
import { documentBuckets, documentCategories, keptTypes } from '../domain/document.ts'
import { evidenceSteps } from '../domain/evidence/evidence.ts'
import { languageTags } from '../domain/language.ts'
import { documentLocks } from '../domain/plan/plan-limits.ts'
import { validities } from '../domain/verification/validity.ts'
import {
  emailProofs,
  invitationOutcomes,
  verificationKinds,
  verificationStatuses,
} from '../domain/verification/verification.ts'
import stepFaultWords from '../words/en/step-faults.ts'
import { emailSchema } from './account.ts'
import { asksForSchema, howKnownSchema } from './evidence.ts'

/** A stored photo or ID, always a picture. `url` is signed and works until `urlExpiresAt`. */
export const storedDocumentSchema = z.object({
  id: z.uuid(),
  category: z.enum(documentCategories),
  bucket: z.enum(documentBuckets),
  path: z.string(),
  contentType: z.enum(keptTypes),
  /** Hash of the bytes behind `url`, hex, as written in a record. */
  sha256: z.string(),
  url: z.string(),
  urlExpiresAt: z.iso.datetime(),
})
export type StoredDocument = z.infer<typeof storedDocumentSchema>

/** The document of the same kind and person that the new one replaces; it is destroyed once the new one is stored. */
export const replacesSchema = z.uuid().optional()

/** The text fields beside `file` in the creator's multipart upload. */
export const documentUploadSchema = z.object({
  category: z.enum(documentCategories),
  replaces: replacesSchema,
})

/**
 * Delivery of the newest invitation to the current address: queued (`delayed` after a failed try), accepted by the mail
 * server, permanently refused, or not mailed at all (`unconfirmed`, `limited`). Accepted doesn't mean that the person
 * received it.
 */
const invitationStateSchema = z.object({
  state: z.enum([
    'queued',
    'delayed',
    'accepted',
    'address_refused',
    'message_refused',
    'gave_up',
    'unconfirmed',
    'limited',
  ]),
  /** The start of this state; null if no invitation was mailed. */
  at: z.iso.datetime().nullable(),
})
export type InvitationState = z.infer<typeof invitationStateSchema>

/**
 * The end of a consent's validity, and whether it has passed by the server's clock. Null before completion, where only
 * a withdrawal ends it, and after a withdrawal (VALID-5).
 */
export const validUntilSchema = z.object({ at: z.iso.datetime(), isOver: z.boolean() }).nullable()
export type ValidUntil = z.infer<typeof validUntilSchema>

/** One card of the history; the dashboard's recent activity uses the same. */
const verificationSummarySchema = z.object({
  id: z.uuid(),
  role: z.enum(['creator', 'third_party']),
  type: z.enum(verificationKinds),
  status: z.enum(verificationStatuses),
  fullName: z.string(),
  thirdPartyName: z.string(),
  platformName: z.string(),
  thirdPartySocialMediaName: z.string(),
  verificationLink: z.string().nullable(),
  /** Null once the link has closed, and once the delivery state has been erased. */
  invitation: invitationStateSchema.nullable(),
  /** The step by which the third party's age is known; null unless it was verified. */
  thirdPartyAgeStep: z.enum(evidenceSteps).nullable(),
  validUntil: validUntilSchema,
  /** The time at which an unsuccessful request lost its third party's details; null before. */
  detailsErasedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type VerificationSummary = z.infer<typeof verificationSummarySchema>

/** The cap of list counts: a count of one more means that there are more than this. */
export const maxCounted = 1000

const countSchema = z
  .number()
  .int()
  .min(0)
  .max(maxCounted + 1)

/**
 * Lists the verifications that the signed-in person created and the records that they were asked for, newest first.
 * `nextCursor` requests older ones; null at the end. Counts cover all of them, up to `maxCounted`.
 */
export const verificationListSchema = z.object({
  items: z.array(verificationSummarySchema),
  counts: z.object({ all: countSchema, age: countSchema, person: countSchema }),
  /** Whether records that the account's address was asked for are left out, until it uses a mailed link (ONCE-12). */
  isLimited: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type VerificationList = z.infer<typeof verificationListSchema>

export const verificationListQuerySchema = z.object({
  type: z.enum(verificationKinds).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/**
 * A document of a verification: open, locked until its viewer's plan opens it, or destroyed after its retention time.
 */
export const documentViewSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'),
    document: storedDocumentSchema,
    /** The viewer's own document, kept only for a legal hold: the other party may not open it. */
    isWithheld: z.literal(true).optional(),
  }),
  z.object({ state: z.literal('locked'), until: z.enum(documentLocks) }),
  /** The other person's document, kept only for a legal hold. */
  z.object({ state: z.literal('withheld') }),
  z.object({ state: z.literal('destroyed') }),
  /** The other person's document on a record that was opened by a submission: it opens by the mailed link. */
  z.object({ state: z.literal('awaits_link') }),
])
export type DocumentView = z.infer<typeof documentViewSchema>

/**
 * A consent text as it is read and signed, with its SHA-256 (docs/record-format.md). The person who signs it
 * sends back its version, its language and its hash.
 */
export const consentTextSchema = z.object({
  version: z.string(),
  language: z.enum(languageTags),
  sha256: z.string(),
  title: z.string(),
  sections: z.array(z.object({ id: z.string(), heading: z.string(), paragraphs: z.array(z.string()) })),
  /** The sentences to tick. */
  statements: z.object({
    identity: z.string(),
    adult: z.string(),
    willing: z.string(),
    additionalTerms: z.string(),
  }),
  /** What the third party reads first. */
  warning: z.array(z.string()),
})
export type ShownConsentText = z.infer<typeof consentTextSchema>

/** What decides the text of a new verification, besides the language of the request. */
export const consentTextQuerySchema = z.object({
  type: z.enum(verificationKinds),
  validity: z.enum(validities),
})

/** The form of a verification as shown to both parties, without documents. */
export const verificationFormSchema = z.object({
  id: z.uuid(),
  type: z.enum(verificationKinds),
  status: z.enum(verificationStatuses),
  createdAt: z.iso.datetime(),
  verifiedAt: z.iso.datetime().nullable(),
  fullName: z.string(),
  dateOfBirth: z.string(),
  signature: z.string(),
  signatureDate: z.string(),
  thirdPartyName: z.string(),
  thirdPartySocialMediaName: z.string(),
  thirdPartyPlatformAge: z.string().nullable(),
  thirdPartyClaimedAge: z.string().nullable(),
  platformName: z.string(),
  additionalInformation: z.string().nullable(),
  consentTextVersion: z.string(),
  /** The text that the reader signed or is asked to sign; null for a version that isn't known any more. */
  consentText: consentTextSchema.nullable(),
  /** The other person's, where both have signed and theirs has another language. */
  otherConsentText: consentTextSchema.nullable(),
  /** The language in which the creator signed, and wrote. */
  creatorLanguage: z.enum(languageTags),
  validity: z.enum(validities),
  validUntil: validUntilSchema,
  /** The third party's signature and day; null until verified. */
  thirdPartySignature: z.string().nullable(),
  thirdPartySignatureDate: z.string().nullable(),
  asksFor: asksForSchema,
  howKnown: howKnownSchema,
})
export type VerificationForm = z.infer<typeof verificationFormSchema>

export const addressCorrectionSchema = z.object({
  thirdPartyEmail: z
    .string()
    .trim()
    .min(1, { error: () => stepFaultWords.step_email.detail })
    .pipe(emailSchema),
})

/** Whether the link is being mailed to a corrected address; null when the address is unchanged. */
export const correctedAddressSchema = z.object({ invitation: z.enum(invitationOutcomes).nullable() })
export type CorrectedAddress = z.infer<typeof correctedAddressSchema>

/** The owner view (OWNER-1): the form, data that only its creator sees, and the creator's permissions. */
export const ownerViewSchema = verificationFormSchema.extend({
  thirdPartyEmail: z.string(),
  thirdPartyPhone: z.string().nullable(),
  /** The time at which it lost the third party's details. */
  detailsErasedAt: z.iso.datetime().nullable(),
  verificationLink: z.string().nullable(),
  emailProof: z.enum(emailProofs).nullable(),
  /** Null once the link has closed, and once the delivery state has been erased. */
  invitation: invitationStateSchema.nullable(),
  documents: z.object({
    selfie: documentViewSchema.nullable(),
    id: documentViewSchema.nullable(),
    thirdPartySelfie: documentViewSchema.nullable(),
    thirdPartyId: documentViewSchema.nullable(),
  }),
})
export type OwnerView = z.infer<typeof ownerViewSchema>

/** The answer to a creation. `invitation` tells whether the link was also mailed to the third party. */
export const createdVerificationSchema = z.object({
  id: z.uuid(),
  verificationLink: z.string(),
  invitation: z.enum(invitationOutcomes),
})
export type CreatedVerification = z.infer<typeof createdVerificationSchema>

/** A message of the owner's event stream: one of their verifications changed. */
export const verificationChangedSchema = z.object({
  verificationId: z.uuid(),
  status: z.enum(verificationStatuses),
})
export type VerificationChanged = z.infer<typeof verificationChangedSchema>

/**
 * Another message: the account differs from the state the page received, for example because its address was confirmed
 * elsewhere.
 */
const accountChangedSchema = z.object({ account: z.literal('changed') })
export type AccountChanged = z.infer<typeof accountChangedSchema>

export const liveChangeSchema = z.union([verificationChangedSchema, accountChangedSchema])
export type LiveChange = z.infer<typeof liveChangeSchema>

/**
 * The header with which a client identifies a request, so that it can send it again after a lost answer
 * (draft-ietf-httpapi-idempotency-key-header): a text in the quotes of a structured field (RFC 9651, section 3.3.3);
 * the quotes may be omitted.
 */
export const idempotencyKeyHeadersSchema = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^(?:"[!#-[\]-~]{1,128}"|[!#-[\]-~]{1,128})$/)
    .optional()
    .describe(
      'A new UUID for each thing to be made, in quotes. Sent again with the same body within 24 ' +
        'hours, it gets the first answer and nothing is made twice; with another body it is refused ' +
        'with 422 (idempotency_key_reused). A refused request keeps nothing and can be sent again with ' +
        'the same key.',
    ),
})
