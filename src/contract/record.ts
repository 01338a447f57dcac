import { z } from 'zod'
import { documentCategories } from '../domain/document.ts'
import { findHoldReasonFault } from '../domain/record/legal-hold.ts'
import { parties } from '../domain/record/record.ts'
import { dropMarks, readCode } from '../domain/typed-text.ts'
import words from '../words/en/legal-hold.ts'
import { documentViewSchema, validUntilSchema, verificationFormSchema } from './verification.ts'

/** The reason for a legal hold, as written by its setter (HOLD-2). */
export const holdRequestSchema = z.object({
  reason: z
    .string()
    .superRefine((reason, context) => {
      const fault = findHoldReasonFault(reason)
      if (fault) context.addIssue({ code: 'custom', message: words.reasonFaults[fault] })
    })
    .transform((reason) => reason.trim()),
})

export const legalHoldSchema = z.object({
  by: z.enum(parties),
  /** Null once it is erased. */
  reason: z.string().nullable(),
  setAt: z.iso.datetime(),
  /** The latest time of its end. */
  endsAt: z.iso.datetime(),
  /** The time of its end; null while it is in force. */
  endedAt: z.iso.datetime().nullable(),
})
export type LegalHold = z.infer<typeof legalHoldSchema>

export const legalHoldsSchema = z.object({
  holds: z.array(legalHoldSchema),
  /** The latest time until which the holds in force keep the files; null without a hold. */
  heldUntil: z.iso.datetime().nullable(),
})
export type LegalHolds = z.infer<typeof legalHoldsSchema>

/**
 * `none`: no time authority is configured; `pending`: it hasn't answered yet; `granted`: its timestamp is in the PDF.
 */
const timestampStateSchema = z.enum(['none', 'pending', 'granted'])

/**
 * The time until which the newest timestamp of an archived copy protects it, and whether that has passed by the
 * server's clock.
 */
const protectionSchema = z.object({ protectedUntil: z.iso.datetime(), isOver: z.boolean() })

/** A sealed PDF that can be downloaded, with its JSON twin. */
const sealedDocumentSchema = z.object({
  sealedAt: z.iso.datetime(),
  revision: z.number().int(),
  timestamp: timestampStateSchema,
  pdfSha256: z.string(),
  /** Its archived copy; null before there is one (ARCHIVE). */
  archived: protectionSchema.nullable(),
})
export type SealedDocumentView = z.infer<typeof sealedDocumentSchema>

export const recordFiles = [
  'record.pdf',
  'record.json',
  'record-archived.pdf',
  'withdrawal.pdf',
  'withdrawal.json',
  'withdrawal-archived.pdf',
] as const
export type RecordFile = (typeof recordFiles)[number]

/**
 * A record as shown to one of its parties. `record` is null until it is sealed, `withdrawal` is null unless consent was
 * withdrawn and the addendum is sealed.
 */
export const recordViewSchema = z.object({
  party: z.enum(parties),
  form: verificationFormSchema,
  /** The proven address, which the sealed record contains too. */
  thirdPartyEmail: z.string(),
  /**
   * When the creator can open the third party's photo and ID: now, on a paid plan, or never, because the account is
   * closed (OWNER-4).
   */
  creatorOpens: z.enum(['now', 'on_a_plan', 'never']),
  record: sealedDocumentSchema.nullable(),
  withdrawal: sealedDocumentSchema.nullable(),
  /** Whether sealing the record, or its addendum, is overdue. */
  isSealLate: z.boolean(),
  withdrawn: z.object({ at: z.iso.datetime(), by: z.enum(parties) }).nullable(),
  documents: z.object({
    creatorSelfie: documentViewSchema.nullable(),
    creatorId: documentViewSchema.nullable(),
    thirdPartySelfie: documentViewSchema.nullable(),
    thirdPartyId: documentViewSchema.nullable(),
  }),
  /** The latest time at which photos and IDs are destroyed, unless a legal hold keeps them longer (`findHoldEnd`). */
  filesDestroyedAt: z.iso.datetime(),
  ...legalHoldsSchema.shape,
  checkUrl: z.string(),
  /** When the pass of the submission ends that opened the record; null for every other way in (RECORD-74). */
  accessEndsAt: z.iso.datetime().nullable(),
  can: z.object({ withdraw: z.boolean(), hold: z.boolean() }),
})
export type RecordView = z.infer<typeof recordViewSchema>

/**
 * The answer to a withdrawal. `findHoldEnd`: the latest time until which a legal hold keeps the photos and IDs; null
 * where they are destroyed.
 */
export const withdrawnSchema = z.object({
  withdrawnAt: z.iso.datetime(),
  heldUntil: z.iso.datetime().nullable(),
})
export type Withdrawn = z.infer<typeof withdrawnSchema>

export const recordLinkRequestSchema = z.object({ email: z.string().max(320).transform(dropMarks) })

export const recordCodeEntrySchema = z.object({
  code: z.string().trim().max(20).transform(readCode),
  /** Beside a mailed link: the access token of the account that is signed in here, whose sessions then stay (ONCE-12). */
  accessToken: z.string().max(8192).optional(),
})

/** A pass given for the right code: a bearer token for the record until `expiresAt`. */
export const recordPassSchema = z.object({ token: z.string(), expiresAt: z.iso.datetime() })

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const checkCode = z.string().regex(/^[\w-]{22}$/)

/**
 * The hash of a file, computed on the person's device, and the code in it; for a photo or an ID, the code of its
 * record. From paper only the code is known.
 */
export const checkRequestSchema = z
  .object({ sha256: sha256.optional(), checkCode: checkCode.optional() })
  .refine((asked) => asked.sha256 !== undefined || asked.checkCode !== undefined)
export type CheckRequest = z.infer<typeof checkRequestSchema>

/**
 * The answer to everyone who checks a file or code:
 * - `genuine`: the file was issued by this service and is unchanged;
 * - `changed`: it has the code of a record of this service but isn't one of its files;
 * - `exists`: only a code was given, and it belongs to a record;
 * - `evidence`: the file is a photo or an ID that was given for the record with the code;
 * - `unknown`: none of these.
 */
export const checkAnswerSchema = z.discriminatedUnion('result', [
  z.object({
    result: z.enum(['genuine', 'changed', 'exists']),
    document: z.enum(['record', 'withdrawal']),
    sealedAt: z.iso.datetime(),
    timestamp: timestampStateSchema,
    timestampAt: z.iso.datetime().nullable(),
    withdrawnAt: z.iso.datetime().nullable(),
    validUntil: validUntilSchema,
    /** Whether a later copy, completed with a timestamp, replaced this one. */
    hasNewerRevision: z.boolean(),
    /** For an archived copy; null for an originally sealed one. */
    archived: protectionSchema.nullable(),
    /**
     * The issuer of the certificate of its seal, null for a self-signed one, and the time at which its key was
     * replaced.
     */
    seal: z.object({ issuer: z.string().nullable(), followedAt: z.iso.datetime().nullable() }).nullable(),
  }),
  /** A photo or an ID whose bytes match the fingerprint in a record. */
  z.object({
    result: z.literal('evidence'),
    category: z.enum(documentCategories),
    sealedAt: z.iso.datetime(),
    withdrawnAt: z.iso.datetime().nullable(),
    validUntil: validUntilSchema,
  }),
  z.object({ result: z.literal('unknown') }),
])
export type CheckAnswer = z.infer<typeof checkAnswerSchema>

/** The state of the transparency log, signed (docs/record-format.md). */
export const logHeadSchema = z.object({
  size: z.number().int(),
  rootHash: z.string(),
  at: z.iso.datetime(),
  signature: z.object({ protected: z.string(), signature: z.string() }),
})
export type SignedLogHead = z.infer<typeof logHeadSchema>

/** The log as shown on its page (docs/record-format.md). */
export const logViewSchema = z.object({
  /** Its name, the first line of every checkpoint. */
  origin: z.string(),
  /** The public key of its checkpoints (c2sp.org/signed-note). */
  verifierKey: z.string(),
  /** Over the canonical JSON of `origin` and `verifierKey`, by the sealing key. */
  signature: z.object({ protected: z.string(), signature: z.string() }),
  size: z.number().int(),
  /** The time of its newest state; null before the first entry. */
  at: z.iso.datetime().nullable(),
  /** That state, signed and cosigned. */
  checkpoint: z.string(),
  hasTimeAuthority: z.boolean(),
  /** The newest state with a timestamp of the authority. */
  timestamp: z.object({ size: z.number().int(), at: z.iso.datetime() }).nullable(),
  witnesses: z.array(
    z.object({
      name: z.string(),
      verifierKey: z.string(),
      url: z.string(),
      /** The newest state that the witness cosigned. */
      last: z.object({ size: z.number().int(), at: z.iso.datetime() }).nullable(),
    }),
  ),
})
export type LogView = z.infer<typeof logViewSchema>

export const checkpointQuerySchema = z.object({ size: z.coerce.number().int().min(0).optional() })
export const inclusionQuerySchema = z.object({ size: z.coerce.number().int().min(1).optional() })
export const consistencyQuerySchema = z.object({
  from: z.coerce.number().int().min(1),
  to: z.coerce.number().int().min(1),
})

/** A Merkle audit path (RFC 6962, 2.1.1), hex, the leaf's sibling first. */
export const inclusionProofSchema = z.object({
  leafIndex: z.number().int(),
  size: z.number().int(),
  rootHash: z.string(),
  path: z.array(z.string()),
})

/** A Merkle consistency proof (RFC 6962, 2.1.2), hex. */
export const consistencyProofSchema = z.object({
  from: z.number().int(),
  to: z.number().int(),
  path: z.array(z.string()),
})
