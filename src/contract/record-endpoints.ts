import { z } from 'zod'
import { type EndpointTable, kB } from './endpoint.ts'
import {
  checkAnswerSchema,
  checkpointQuerySchema,
  checkRequestSchema,
  consistencyProofSchema,
  consistencyQuerySchema,
  holdRequestSchema,
  inclusionProofSchema,
  inclusionQuerySchema,
  legalHoldsSchema,
  logHeadSchema,
  logViewSchema,
  recordCodeEntrySchema,
  recordLinkRequestSchema,
  recordPassSchema,
  recordViewSchema,
  withdrawnSchema,
} from './record.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const detachedJws = z.object({ protected: z.string(), signature: z.string() })

/** Every certificate that ever sealed a document, the current one first (docs/record-format.md). */
const sealCertificateListSchema = z.object({
  certificates: z.array(
    z.object({
      sha256,
      /** The certificate, followed by its chain. */
      pem: z.string(),
      /** The issuer of the certificate; null for a self-signed one. */
      issuer: z.string().nullable(),
      /** The time of its first and its last sealed document; null before there is one. */
      firstUsedAt: z.iso.datetime().nullable(),
      lastUsedAt: z.iso.datetime().nullable(),
      /**
       * The previous key, signed by both keys, and its place in the log. Null for the first key and for an unsigned
       * one.
       */
      announced: z
        .object({
          succession: z.object({
            document: z.literal('seal-key-succession'),
            at: z.iso.datetime(),
            certificateSha256: sha256,
            predecessorSha256: sha256,
            signatures: z.object({ predecessor: detachedJws, successor: detachedJws }),
          }),
          leafIndex: z.number().int(),
        })
        .nullable(),
    }),
  ),
})
export type SealCertificateList = z.infer<typeof sealCertificateListSchema>

/** Enough for each of the two people to download PDF, twin and addendum several times. */
const downloadLimits = { caller: { name: 'record-download', points: 30, seconds: 10 * 60 } }

export const recordEndpoints = {
  'GET /api/records/:id': {
    summary: 'Gets a record, as one of its two parties',
    who: 'reader',
    status: 200,
    answer: recordViewSchema,
  },
  'GET /api/records/:id/files/:file': {
    summary: 'Downloads a sealed file of a record',
    who: 'reader',
    limits: downloadLimits,
    status: 200,
    media: ['application/pdf', 'application/json'],
    problems: ['record_not_sealed'],
  },
  'GET /api/records/:id/pack': {
    summary:
      'Downloads the evidence pack of a record: the caller’s files with their proofs and the tools to check them',
    who: 'reader',
    limits: downloadLimits,
    status: 200,
    media: ['application/zip'],
    problems: ['record_not_sealed'],
  },
  'POST /api/records/:id/withdrawal': {
    summary: 'Withdraws consent',
    who: 'reader',
    status: 200,
    answer: withdrawnSchema,
    problems: ['not_withdrawable'],
  },
  'POST /api/records/:id/hold': {
    summary: 'Sets a legal hold, which keeps photos and IDs past their normal end',
    who: 'party',
    limits: { caller: { name: 'record-hold', points: 10, seconds: 60 * 60 } },
    maxBytes: 16 * kB,
    json: holdRequestSchema,
    status: 201,
    answer: legalHoldsSchema,
    problems: ['hold_after_withdrawal', 'hold_without_files', 'hold_set_before'],
  },
  'DELETE /api/records/:id/hold': {
    summary: 'Lifts the caller’s own legal hold',
    who: 'party',
    status: 200,
    answer: legalHoldsSchema,
    problems: ['no_hold'],
  },
  'POST /api/records/:id/link': {
    summary: 'Mails the third party a new link to the record',
    who: 'public',
    limits: { network: { name: 'record-link-client', points: 20, seconds: 60 * 60 } },
    maxBytes: 16 * kB,
    json: recordLinkRequestSchema,
    status: 202,
  },
  'POST /api/records/:id/code': {
    summary: 'Mails the third party a code for the record',
    who: 'link holder',
    status: 202,
  },
  'POST /api/records/:id/code/entry': {
    summary: 'Opens the record with the mailed code',
    who: 'link holder',
    // Each mailed code allows five tries.
    limits: { caller: { name: 'record-code-entry', points: 30, seconds: 60 * 60 } },
    maxBytes: 16 * kB,
    json: recordCodeEntrySchema,
    status: 200,
    answer: recordPassSchema,
    problems: ['record_code_wrong'],
  },
  'POST /api/check': {
    summary: 'Checks whether a file or a check code belongs to a record',
    who: 'public',
    limits: { network: { name: 'check', points: 120, seconds: 60 } },
    maxBytes: 16 * kB,
    json: checkRequestSchema,
    status: 200,
    answer: checkAnswerSchema,
  },
  'GET /api/transparency/head': {
    summary: 'Gets the signed state of the transparency log',
    who: 'public',
    status: 200,
    answer: logHeadSchema,
  },
  'GET /api/transparency/log': {
    summary: 'Gets the transparency log’s name, key, newest state and witnesses',
    who: 'public',
    status: 200,
    answer: logViewSchema,
  },
  'GET /api/transparency/checkpoint': {
    summary:
      'Gets a state of the log as a signed note with the cosignatures of witnesses (C2SP tlog-checkpoint)',
    who: 'public',
    query: checkpointQuerySchema,
    status: 200,
    media: ['text/plain'],
    problems: ['not_found'],
  },
  'GET /api/transparency/proof/:pdfSha256': {
    summary: 'Gets the offline proof that the log contains a sealed file (C2SP tlog-proof)',
    who: 'public',
    status: 200,
    media: ['text/plain'],
    problems: ['not_found'],
  },
  'GET /api/transparency/inclusion/:pdfSha256': {
    summary: 'Gets the proof that the log contains a sealed file (RFC 6962)',
    who: 'public',
    query: inclusionQuerySchema,
    status: 200,
    answer: inclusionProofSchema,
    problems: ['not_found'],
  },
  'GET /api/transparency/consistency': {
    summary: 'Gets the proof that one state of the log extends another (RFC 6962)',
    who: 'public',
    query: consistencyQuerySchema,
    status: 200,
    answer: consistencyProofSchema,
    problems: ['not_found'],
  },
  'GET /api/transparency/certificate': {
    summary: 'Gets the certificate that seals records',
    who: 'public',
    status: 200,
    media: ['application/x-pem-file'],
  },
  'GET /api/transparency/certificates': {
    summary: 'Lists every certificate that ever sealed, with its time of use and its announcement',
    who: 'public',
    status: 200,
    answer: sealCertificateListSchema,
  },
  'GET /api/transparency/check-record.mjs': {
    summary: 'Downloads the script that checks a record and the log without this service',
    who: 'public',
    status: 200,
    media: ['text/javascript'],
  },
  'GET /api/transparency/witness.mjs': {
    summary: 'Downloads the program that witnesses the log',
    who: 'public',
    status: 200,
    media: ['text/javascript'],
  },
} satisfies EndpointTable
