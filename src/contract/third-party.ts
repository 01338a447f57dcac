import { z } from 'zod'
import { computeNewestDay } from '../domain/calendar-date.ts'
import { documentCategories, uploadMaxBytes } from '../domain/document.ts'
import { dropMarks, readCode } from '../domain/typed-text.ts'
import { submissionFaults } from '../domain/verification/submission.ts'
import { verificationKinds, verificationLimits } from '../domain/verification/verification.ts'
import { createSignUpMetadataSchema } from './account.ts'
import { type EndpointTable, fileProblems, kB } from './endpoint.ts'
import { evidenceSourceSchema, howKnownSchema, sharedSchema, shownReadingSchema } from './evidence.ts'
import { allowLine, allowParagraph, calendarDateSchema } from './fields.ts'
import { replacesSchema, storedDocumentSchema, verificationFormSchema } from './verification.ts'

/**
 * The data of a link before the email gate (GATE-3): its kind and whether it still accepts a submission. `owner` is
 * true when the request has the creator's own session, which skips the gate.
 */
export const publicVerificationSchema = z.object({
  type: z.enum(verificationKinds),
  state: z.enum(['pending', 'verified', 'closed']),
  owner: z.boolean(),
})
export type PublicVerification = z.infer<typeof publicVerificationSchema>

const gateEmailSchema = z.object({ email: z.string().max(320).default('').transform(dropMarks) })

/** `setSecret`: the one that this browser got with its last pass to this link. */
const gateRequestSchema = gateEmailSchema.extend({
  setSecret: z
    .string()
    .regex(/^[\w-]{43}$/)
    .nullable()
    .default(null),
})

/**
 * The pass from the gate, which gives access to this one verification until `expiresAt`. At the next pass by the address
 * alone, `setSecret` finds again what was given with this one; null after a mailed code, which needs none.
 */
export const givenPassSchema = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  setSecret: z.string().nullable(),
})
export type GivenPass = z.infer<typeof givenPassSchema>

/**
 * The answer where codes are enabled: the address matches, and a single-use code is being mailed to it. It has no time:
 * that would tell whether a code was asked for shortly before (GATE-73).
 */
export const codeSentSchema = z.object({ codeSent: z.literal(true) })
export type CodeSent = z.infer<typeof codeSentSchema>

/** The response of the gate to a matching address. */
const gateAnswerSchema = z.union([givenPassSchema, codeSentSchema])
export type GateAnswer = z.infer<typeof gateAnswerSchema>

/** The mailed code (`readCode`). */
const gateCodeRequestSchema = gateEmailSchema.extend({
  code: z.string().max(40).default('').transform(readCode),
})

/** The form as shown to the proven third party, with their uploads so far. */
export const thirdPartyViewSchema = verificationFormSchema.extend({
  /** The largest files the creator's plan admits, in bytes: displayed before a file is chosen. */
  limits: z.object({ imageMaxBytes: z.number().int(), pdfMaxBytes: z.number().int() }),
  uploads: z.object({ selfie: storedDocumentSchema.nullable(), id: storedDocumentSchema.nullable() }),
  /** The evidence given so far: the reading of the ID, the proof of a wallet. */
  given: z.array(evidenceSourceSchema),
  /** The things that they and the creator currently share: the record will list them (EVIDENCE-19). */
  shared: z.array(sharedSchema),
  /**
   * Whether the creator's current plan lets them open the third party's photo and ID; it may change later (OWNER-4).
   */
  creatorOpensFiles: z.boolean(),
  /** The time of a private refusal; null without one, and always null for a person who only typed the address. */
  saidNoAt: z.iso.datetime().nullable(),
})
export type ThirdPartyView = z.infer<typeof thirdPartyViewSchema>

const checkbox = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true')

/**
 * The text fields of a file upload to third-party-upload (SUBMIT-2), beside `file`. `nameFile` is
 * `{formId}/{category}-{timestamp}.{ext}`; only its category is used, since the server names the stored file itself.
 */
export const thirdPartyFileSchema = z.object({
  formId: z.string().max(64),
  fileName: z.string().max(300).default(''),
  category: z.enum(documentCategories).optional(),
  verificationType: z.enum(verificationKinds).optional(),
  replaces: replacesSchema,
})

/**
 * The text fields of the final submission (SUBMIT-2, SUBMIT-3). The three consents are the ticked boxes: the server
 * checks them too. `signatureDate` is the day on the signer's own calendar; without it the server's day in UTC is used.
 * `consentTextVersion` is the displayed version, with its language and its SHA-256, `additionalInformation` the displayed additional terms, empty where
 * there were none, and `shared` the displayed list of shared things.
 */
export const thirdPartySubmissionSchema = z.object({
  completeSubmission: z.literal('true'),
  formId: z.string().max(64),
  signature: allowLine(verificationLimits.signatureMax).default(''),
  signatureDate: calendarDateSchema.optional(),
  selfieUrl: z.string().max(2000).default(''),
  idUrl: z.string().max(2000).default(''),
  /** The evidence that their account kept, instead of a photo and an ID; empty where they don't use it. */
  keptProofId: z.union([z.uuid().toLowerCase(), z.literal('')]).default(''),
  verificationType: z.enum(verificationKinds).optional(),
  statesAdult: checkbox,
  consent: checkbox,
  identityConsent: checkbox,
  agreedToAdditionalTerms: checkbox,
  consentTextVersion: z.string().max(40).default(''),
  consentTextLanguage: z.string().max(40).nullable().default(null),
  consentTextSha256: z.string().max(64).nullable().default(null),
  // Forms encode line ends as two characters.
  additionalInformation: z
    .string()
    .max(2 * verificationLimits.additionalInformationMax)
    .optional(),
  /** The displayed shared things, joined by commas; a page that sends none displayed none (EVIDENCE-19). */
  shared: z
    .string()
    .max(100)
    .default('')
    .transform((text) => text.split(',')),
  /** The displayed outcome of reading the ID; empty where the page displayed none (READING-21). */
  shownReading: shownReadingSchema,
})

/**
 * A refusal of the whole request by the proven third party. The reason is for the operator; the creator never sees it.
 */
const declineSchema = z.object({
  reason: allowParagraph(verificationLimits.declineReasonMax)
    .transform((reason) => reason || null)
    .nullable()
    .default(null),
})
export type Decline = z.infer<typeof declineSchema>

/** The answer to a file upload: the specified `fileUrl`, and the corresponding document. */
export const thirdPartyFileAnswerSchema = z.object({
  success: z.literal(true),
  fileUrl: z.string(),
  document: storedDocumentSchema,
})

export const thirdPartySubmissionAnswerSchema = z.object({
  success: z.literal(true),
  verifiedAt: z.iso.datetime(),
  /** How each fact about both people is known, as written in the record (EVIDENCE-11). */
  howKnown: howKnownSchema,
  /** Whether a mail with the link to the record follows: not if their address has had enough mails today. */
  isLinkMailed: z.boolean(),
})

export const thirdPartyEndpoints = {
  'GET /api/public/verifications/:id': {
    summary: 'Gets the public facts of a link: its kind and whether it is open',
    who: 'visitor',
    absent: 'verification_not_found',
    status: 200,
    answer: publicVerificationSchema,
  },
  'POST /api/public/verifications/:id/gate': {
    summary: 'Checks the third party’s email address, or mails a code to it if codes are enabled',
    who: 'visitor',
    absent: 'verification_not_found',
    maxBytes: 16 * kB,
    json: gateRequestSchema,
    status: 200,
    answer: gateAnswerSchema,
    problems: [
      'owner_cannot_submit',
      'link_closed',
      'email_required',
      'email_mismatch',
      'gate_locked',
      'creator_unconfirmed',
    ],
  },
  'POST /api/public/verifications/:id/gate/code': {
    summary: 'Proves the third party’s email address with the mailed code',
    who: 'visitor',
    absent: 'verification_not_found',
    maxBytes: 16 * kB,
    json: gateCodeRequestSchema,
    status: 200,
    answer: givenPassSchema,
    problems: ['owner_cannot_submit', 'link_closed', 'code_wrong'],
  },
  'GET /api/public/verifications/:id/form': {
    summary: 'Gets the form of a verification, for the third party',
    who: 'pass holder',
    status: 200,
    answer: thirdPartyViewSchema,
    problems: ['verification_not_found'],
  },
  'GET /api/public/verifications/:id/standing': {
    summary: 'Tells the third party whether the verification and their pass are still open',
    who: 'pass holder',
    limits: { caller: { name: 'third-party-standing', points: 120, seconds: 600 } },
    status: 204,
  },
  'DELETE /api/public/verifications/:id/documents/:documentId': {
    summary:
      'Deletes a photo or an ID that the third party uploaded and didn’t submit; succeeds if there is none',
    who: 'pass holder',
    status: 204,
  },
  'POST /api/public/verifications/:id/decline': {
    summary: 'Declines a verification',
    who: 'pass holder',
    maxBytes: 32 * kB,
    json: declineSchema,
    status: 204,
  },
  'POST /api/public/verifications/:id/private-no': {
    summary:
      'Refuses privately: deletes what the third party gave, and leaves the request unchanged for its creator',
    who: 'pass holder',
    status: 204,
  },
  'POST /api/public/verifications/:id/account': {
    summary:
      'Creates an account without a password for a third party who proved the address with a mailed code and whose ID was read',
    who: 'pass holder',
    limits: { caller: { name: 'third-party-account', points: 20, seconds: 60 * 60 } },
    maxBytes: 16 * kB,
    json: (now: Date) => createSignUpMetadataSchema(computeNewestDay(now)),
    status: 201,
    answer: z.object({ access_token: z.string(), refresh_token: z.string() }),
    problems: ['account_exists', 'address_not_proven', 'account_needs_reading'],
  },
  'POST /functions/v1/third-party-upload': {
    summary: 'Uploads a file of the third party or, with completeSubmission=true, the whole submission',
    who: 'uploader',
    maxBytes: uploadMaxBytes,
    form: z.union([thirdPartyFileSchema, thirdPartySubmissionSchema]),
    status: 200,
    answer: z.union([thirdPartyFileAnswerSchema, thirdPartySubmissionAnswerSchema]),
    problems: [
      ...fileProblems,
      'verification_not_found',
      'link_in_many_browsers',
      ...submissionFaults,
      'reading_under_way',
      'reading_untold',
      'consent_text_changed',
      'shared_untold',
      'signature_date_not_today',
      'kept_proof_unusable',
    ],
  },
} satisfies EndpointTable
