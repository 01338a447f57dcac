import {
  makeReadingRequestSchema,
  makeThirdPartyReadingRequestSchema,
  newestReadingSchema,
  readingSchema,
} from '../document-reading.ts'
import { type EndpointTable, kB } from './endpoint.ts'

const limits = { account: { name: 'document-reading', points: 30, seconds: 600 } }

export const documentReadingEndpoints = {
  'POST /api/document-readings': {
    summary: 'Has an ID of the creator read and compared with what they typed',
    who: 'account',
    limits,
    maxBytes: 16 * kB,
    json: makeReadingRequestSchema,
    status: 200,
    answer: readingSchema,
    problems: ['document_unknown', 'reading_tries_spent', 'reading_off'],
  },
  'GET /api/document-readings/:id': {
    summary: 'How the newest reading of a document of the creator stands; the id is the document’s',
    who: 'account',
    absent: 'not_found',
    status: 200,
    answer: newestReadingSchema,
  },
  'POST /api/public/verifications/:id/reading': {
    summary: 'Has an ID of the third party read and compared with the name that the creator typed',
    who: 'pass holder',
    maxBytes: 16 * kB,
    json: makeThirdPartyReadingRequestSchema,
    status: 200,
    answer: readingSchema,
    problems: ['verification_not_found', 'document_unknown', 'reading_tries_spent', 'reading_off'],
  },
  'GET /api/public/verifications/:id/reading': {
    summary: 'How the newest reading of the third party’s ID stands, also right after it ended the request',
    who: 'pass holder',
    status: 200,
    answer: newestReadingSchema,
  },
} satisfies EndpointTable
