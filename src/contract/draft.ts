import { z } from 'zod'
import { defaultValidity } from '../domain/verification/validity.ts'
import { type EndpointTable, kB } from './endpoint.ts'
import { storedDocumentSchema } from './verification.ts'
import { provenSchema } from './wallet.ts'

/**
 * Any text that is still being typed: only its length is limited here, the rest is validated when the verification is
 * created.
 */
const text = z.string().max(10_000)

/** The fields of either wizard; the age wizard has no phone, the person wizard no ages and no consent box. */
export const draftValuesSchema = z.object({
  /** One of `askedChoices`. */
  asked: text,
  /** Whether a wallet may also be asked for the name. */
  walletName: z.boolean().default(false),
  /** One of `validities`. */
  validity: text.default(defaultValidity),
  /** A wallet's proof of the creator's own age; empty without one. */
  walletProofId: text,
  /** The creator's kept ID reading; empty where they don't use it. */
  keptProofId: text.default(''),
  identityConsent: z.boolean(),
  fullName: text,
  dateOfBirth: text,
  thirdPartyName: text,
  thirdPartySocialMediaName: text,
  thirdPartyPlatformAge: text,
  thirdPartyClaimedAge: text,
  platformName: text,
  additionalInformation: text,
  signature: text,
  signatureDate: text,
  thirdPartyEmail: text,
  thirdPartyPhone: text,
})
export type DraftValues = z.infer<typeof draftValuesSchema>

/** The typed values and the current step. */
export const draftContentSchema = z.object({
  step: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  values: draftValuesSchema,
  /** The idempotency key of the creation that this draft becomes. */
  idempotencyKey: z.string().max(128),
})
export type DraftContent = z.infer<typeof draftContentSchema>

/**
 * A draft to save, with its files by id. `version` is new and chosen by the sender; `replaces` is the version that they
 * saved or read last, null for none.
 */
const draftSaveSchema = draftContentSchema.extend({
  version: z.uuid(),
  replaces: z.uuid().nullable(),
  selfieDocumentId: z.uuid().nullable(),
  idDocumentId: z.uuid().nullable(),
})
export type DraftSave = z.infer<typeof draftSaveSchema>

/** The version of a saved draft, and the end of its retention. */
export const savedDraftSchema = z.object({
  version: z.uuid(),
  savedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type SavedDraft = z.infer<typeof savedDraftSchema>

/** A creator's proof by a wallet, with the name that its own was compared with if the draft still has that name. */
const ownProofSchema = provenSchema.omit({ provenAt: true, credentialType: true }).extend({
  comparedName: z.string().nullable(),
})
export type OwnProof = z.infer<typeof ownProofSchema>

/** A draft as returned to its owner, with those of its files that still exist, and the proof while it can be used. */
export const draftSchema = savedDraftSchema.extend({
  ...draftContentSchema.shape,
  walletProof: ownProofSchema.nullable(),
  selfie: storedDocumentSchema.nullable(),
  id: storedDocumentSchema.nullable(),
})
export type Draft = z.infer<typeof draftSchema>

const foundDraftSchema = z.object({ draft: draftSchema.nullable() })

/** The drafts of a creator: one of each kind, `age` or `person`. */
export const draftEndpoints = {
  'GET /api/drafts/:kind': {
    summary: 'Gets the draft of a kind, with its files; null if there is none',
    who: 'account',
    status: 200,
    answer: foundDraftSchema,
    problems: ['not_found'],
  },
  'PUT /api/drafts/:kind': {
    summary: 'Saves the draft of a kind, unless it was saved or ended elsewhere first',
    who: 'account',
    limits: { caller: { name: 'draft-saving', points: 600, seconds: 600 } },
    maxBytes: 128 * kB,
    json: draftSaveSchema,
    status: 200,
    answer: savedDraftSchema,
    problems: ['not_found', 'draft_changed'],
  },
  'DELETE /api/drafts/:kind': {
    summary: 'Deletes the draft of a kind and its files; succeeds if there is none',
    who: 'account',
    status: 204,
    problems: ['not_found'],
  },
} satisfies EndpointTable
