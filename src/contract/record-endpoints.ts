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
    summary: 'A record, as one of its two parties sees it',
    who: 'party',
    status: 200,
    answer: recordViewSchema,
  },
  'GET /api/records/:id/files/:file': {
    summary: 'A sealed file of a record',
    who: 'party',
    limits: downloadLimits,
    status: 200,
    media: ['application/pdf', 'application/json'],
    problems: ['record_not_sealed'],
  },
  'GET /api/records/:id/pack': {
    summary:
      'The evidence pack of a record: all that its reader has of it, with the proofs and what checks them',
    who: 'party',
    limits: downloadLimits,
    status: 200,
    media: ['application/zip'],
    problems: ['record_not_sealed'],
  },
  'POST /api/records/:id/withdrawal': {
    summary: 'Withdraws consent',
    who: 'party',
    status: 200,
    answer: withdrawnSchema,
    problems: ['not_withdrawable'],
  },
  'POST /api/records/:id/hold': {
    summary: 'Sets a legal hold: the photos and IDs are kept for longer',
    who: 'party',
    limits: { caller: { name: 'record-hold', points: 10, seconds: 60 * 60 } },
    maxBytes: 16 * kB,
    json: holdRequestSchema,
    status: 201,
    answer: legalHoldsSchema,
    problems: ['hold_after_withdrawal', 'hold_without_files', 'hold_set_before'],
  },
  'DELETE /api/records/:id/hold': {
    summary: 'Lifts one’s own legal hold',
    who: 'party',
    status: 200,
    answer: legalHoldsSchema,
    problems: ['no_hold'],
  },
  'POST /api/records/:id/link': {
    summary: 'Mails the third party a fresh link to the record',
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
    summary: 'Whether a file or a code belongs to a record',
    who: 'public',
    limits: { network: { name: 'check', points: 120, seconds: 60 } },
    maxBytes: 16 * kB,
    json: checkRequestSchema,
    status: 200,
    answer: checkAnswerSchema,
  },
  'GET /api/transparency/head': {
    summary: 'The signed state of the transparency log',
    who: 'public',
    status: 200,
    answer: logHeadSchema,
  },
  'GET /api/transparency/log': {
    summary: 'The transparency log: its name, its key, its newest state and its witnesses',
    who: 'public',
    status: 200,
    answer: logViewSchema,
  },
  'GET /api/transparency/checkpoint': {
    summary: 'A state of the log as a signed note (C2SP tlog-checkpoint), cosigned by witnesses',
    who: 'public',
    query: checkpointQuerySchema,
    status: 200,
    media: ['text/plain'],
    problems: ['not_found'],
  },
  'GET /api/transparency/proof/:pdfSha256': {
    summary: 'Proves offline that the log holds a sealed file (C2SP tlog-proof)',
    who: 'public',
    status: 200,
    media: ['text/plain'],
    problems: ['not_found'],
  },
  'GET /api/transparency/inclusion/:pdfSha256': {
    summary: 'Proves that the log holds a sealed file (RFC 6962)',
    who: 'public',
    query: inclusionQuerySchema,
    status: 200,
    answer: inclusionProofSchema,
    problems: ['not_found'],
  },
  'GET /api/transparency/consistency': {
    summary: 'Proves that one state of the log grew out of another (RFC 6962)',
    who: 'public',
    query: consistencyQuerySchema,
    status: 200,
    answer: consistencyProofSchema,
    problems: ['not_found'],
  },
  'GET /api/transparency/certificate': {
    summary: 'The certificate that seals records',
    who: 'public',
    status: 200,
    media: ['application/x-pem-file'],
  },
  'GET /api/transparency/certificates': {
    summary: 'Every certificate that ever sealed, with its time of use and its announcement',
    who: 'public',
    status: 200,
    answer: sealCertificateListSchema,
  },
  'GET /api/transparency/check-record.mjs': {
    summary: 'A script that checks a record and the log without this service',
    who: 'public',
    status: 200,
    media: ['text/javascript'],
  },
  'GET /api/transparency/witness.mjs': {
    summary: 'A program for witnessing the log',
    who: 'public',
    status: 200,
    media: ['text/javascript'],
  },
} satisfies EndpointTable
