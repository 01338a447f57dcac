import { z } from 'zod'
import { readCode } from '../domain/typed-text.ts'
import { verificationKinds, verificationStatuses } from '../domain/verification/verification.ts'
import fieldMessages from '../words/en/field-messages.ts'
import { emailSchema } from './account.ts'
import { type EndpointTable, kB } from './endpoint.ts'
import { typedAbout } from './fields.ts'
import { legalHoldSchema } from './record.ts'

const instant = z.iso.datetime()

const heldDataCodeSchema = z.object({ email: emailSchema })
const heldDataEntrySchema = z.object({
  email: emailSchema,
  code: z.string().trim().max(20).transform(readCode),
})
const heldDataPassSchema = z.object({ token: z.string(), expiresAt: instant })

/** A request with an address, as disclosed to the person behind the address. */
const heldRequestSchema = z.object({
  id: z.uuid(),
  type: z.enum(verificationKinds),
  status: z.enum(verificationStatuses),
  createdAt: instant,
  closedOrVerifiedAt: instant.nullable(),
  /** The time of a private refusal; null without one. */
  saidNoAt: instant.nullable(),
  /** When what was typed about the person is erased at the latest, also if they do nothing; null for a record. */
  keptUntil: instant.nullable(),
  /** Whether it became a sealed record, which is kept. */
  isRecord: z.boolean(),
  typedAboutYou: z.object({
    ...typedAbout,
    platform: z.string(),
    additionalTerms: z.string().nullable(),
  }),
  youGave: z.object({
    signature: z.string().nullable(),
    signedOn: z.string().nullable(),
    declineReason: z.string().nullable(),
    /** The tag of the language of their pages and mails. */
    language: z.string().nullable(),
  }),
  uploads: z.array(
    z.object({
      category: z.string(),
      uploadedAt: instant,
      destroyedAt: instant.nullable(),
      url: z.string().nullable(),
    }),
  ),
  holds: z.array(legalHoldSchema),
  mails: z.array(z.object({ task: z.string(), queuedAt: instant, outcome: z.string().nullable() })),
  did: z.array(z.object({ event: z.string(), at: instant })),
})

const heldDataSchema = z.object({
  email: z.string(),
  /** Whether there is an account, whose settings can export its data and close it. */
  hasAccount: z.boolean(),
  requests: z.array(heldRequestSchema),
  /** The blocks of emails, which survive any erasure: the number of blocked senders, and whether all are blocked. */
  blocks: z.object({ senders: z.int(), all: z.boolean() }),
})
export type HeldData = z.infer<typeof heldDataSchema>
export type HeldRequest = z.infer<typeof heldRequestSchema>

const heldDataErasedSchema = z.object({
  /** Requests that were erased, and sealed records that are kept. */
  erased: z.int(),
  kept: z.int(),
  /** Open requests: they lost what the person gave, and keep what their creators typed until 30 days after they end. */
  waiting: z.int(),
})
export type HeldDataErased = z.infer<typeof heldDataErasedSchema>

/** The address of a record's page, with a token that is valid for an hour. */
const heldRecordSchema = z.object({ url: z.string() })

/** The consequences of closing the account: data that is erased, and data that is kept. */
const closingViewSchema = z.object({
  /** Requests that would be cancelled. */
  pending: z.int(),
  /** Sealed records, which the other party keeps. */
  records: z.int(),
  /** Open requests to the account's confirmed address, which stay open, with the end of what was typed about its person. */
  asked: z.array(
    z.object({ id: z.uuid(), type: z.enum(verificationKinds), createdAt: instant, keptUntil: instant }),
  ),
  /** The latest end of others' legal holds on this person's photos and IDs; null without one. */
  heldUntil: z.iso.datetime().nullable(),
  hasPlan: z.boolean(),
  graceDays: z.int(),
})
export type ClosingView = z.infer<typeof closingViewSchema>

/** Proof that the caller is the account's owner: the password, a mailed code, or a passkey that was just used. */
const closingRequestSchema = z.union([
  z.object({
    password: z
      .string()
      .min(1, { error: () => fieldMessages.passwordRequired })
      .max(1000),
  }),
  z.object({
    code: z
      .string()
      .trim()
      .min(1, { error: () => fieldMessages.codeRequired })
      .max(20)
      .transform(readCode),
  }),
  z.object({ passkey: z.literal(true) }),
])

/** The time at which the account is erased, unless its person signs in before. */
const closedSchema = z.object({ closesAt: z.iso.datetime() })

const exportStates = ['queued', 'making', 'ready', 'failed'] as const

/** The state of a copy of a person's data. `url` opens it until `expiresAt`. */
const dataExportSchema = z.object({
  id: z.uuid(),
  state: z.enum(exportStates),
  requestedAt: z.iso.datetime(),
  filesDone: z.int(),
  filesTotal: z.int(),
  byteCount: z.int(),
  url: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
})
export type DataExport = z.infer<typeof dataExportSchema>

const newestExportSchema = z.object({ newest: dataExportSchema.nullable() })

export const privacyEndpoints = {
  'POST /api/data-exports': {
    summary: 'Requests a copy of the account’s data',
    who: 'account',
    status: 201,
    answer: dataExportSchema,
    problems: ['too_many_exports', 'authentication_required'],
  },
  'GET /api/data-exports/newest': {
    summary: 'Gets the status of the newest copy of the account’s data',
    who: 'account',
    status: 200,
    answer: newestExportSchema,
  },
  'GET /api/data-exports/schema': {
    summary: 'Gets the JSON Schema of the JSON files in a copy',
    who: 'public',
    status: 200,
    answer: z.looseObject({}),
  },
  'GET /api/data-exports/:id/file': {
    summary: 'Downloads a copy of an account’s data, by its signed address',
    who: 'address holder',
    query: z.object({ Expires: z.string().default(''), Signature: z.string().default('') }),
    status: 200,
    media: ['application/zip'],
    problems: ['signed_url_invalid'],
  },
  'GET /api/account/closing': {
    summary: 'Lists what closing the account would end',
    who: 'account',
    status: 200,
    answer: closingViewSchema,
  },
  'POST /api/account/closing': {
    summary: 'Closes the account, after a proof by password, mailed code or recent passkey',
    who: 'account',
    maxBytes: 16 * kB,
    json: closingRequestSchema,
    status: 200,
    answer: closedSchema,
    problems: ['password_wrong', 'mailed_code_wrong', 'rate_limited'],
  },
  'POST /api/account/asked/:id/decline': {
    summary: 'Declines an open request to the account’s confirmed address, which its creator sees',
    who: 'owner',
    absent: 'verification_not_found',
    status: 204,
    problems: ['link_closed'],
  },
  'POST /api/my-data/code': {
    summary: 'Mails a code to an address, whether or not any data about it is stored',
    who: 'public',
    limits: { network: { name: 'held-data-client', points: 20, seconds: 60 * 60 } },
    maxBytes: 16 * kB,
    json: heldDataCodeSchema,
    status: 202,
  },
  'POST /api/my-data/code/entry': {
    summary: 'Proves an address with the mailed code',
    who: 'visitor',
    limits: { network: { name: 'held-data-entry', points: 60, seconds: 60 * 60 } },
    maxBytes: 16 * kB,
    json: heldDataEntrySchema,
    status: 200,
    answer: heldDataPassSchema,
    problems: ['mailed_code_wrong'],
  },
  'GET /api/my-data': {
    summary: 'Lists the data stored about a proven address',
    who: 'mailbox reader',
    status: 200,
    answer: heldDataSchema,
  },
  'POST /api/my-data/erasure': {
    summary: 'Erases the erasable data about a proven address',
    who: 'mailbox reader',
    status: 200,
    answer: heldDataErasedSchema,
  },
  'POST /api/my-data/requests/:id/decline': {
    summary: 'Declines an open request to a proven address, which its creator sees',
    who: 'mailbox reader',
    absent: 'verification_not_found',
    status: 204,
    problems: ['link_closed'],
  },
  'DELETE /api/my-data/blocks': {
    summary: 'Removes all email blocks of a proven address',
    who: 'mailbox reader',
    status: 204,
  },
  'POST /api/my-data/records/:id/link': {
    summary: 'Opens a record of a proven address',
    who: 'mailbox reader',
    status: 200,
    answer: heldRecordSchema,
    problems: ['record_not_found'],
  },
} satisfies EndpointTable
