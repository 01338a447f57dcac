import { z } from 'zod'
import { closedSchema, closingRequestSchema, closingViewSchema } from '../closing.ts'
import { dataExportSchema, newestExportSchema } from '../data-export.ts'
import {
  heldDataCodeSchema,
  heldDataEntrySchema,
  heldDataErasedSchema,
  heldDataPassSchema,
  heldDataSchema,
  heldRecordSchema,
} from '../held-data.ts'
import { type EndpointTable, kB } from './endpoint.ts'

export const privacyEndpoints = {
  'POST /api/data-exports': {
    summary: 'Has a copy of the person’s data made',
    who: 'account',
    status: 201,
    answer: dataExportSchema,
    problems: ['too_many_exports', 'authentication_required'],
  },
  'GET /api/data-exports/newest': {
    summary: 'How the newest copy of the person’s data stands',
    who: 'account',
    status: 200,
    answer: newestExportSchema,
  },
  'GET /api/data-exports/schema': {
    summary: 'What the JSON files of a copy hold, as JSON Schema',
    who: 'anybody',
    status: 200,
    answer: z.looseObject({}),
  },
  'GET /api/data-exports/:id/file': {
    summary: 'A copy of somebody’s data, by its signed address',
    who: 'address holder',
    query: z.object({ Expires: z.string().default(''), Signature: z.string().default('') }),
    status: 200,
    media: ['application/zip'],
    problems: ['signed_url_invalid'],
  },
  'GET /api/account/closing': {
    summary: 'What closing the account would end',
    who: 'account',
    status: 200,
    answer: closingViewSchema,
  },
  'POST /api/account/closing': {
    summary: 'Closes the account, with the password or a mailed code',
    who: 'account',
    maxBytes: 16 * kB,
    json: closingRequestSchema,
    status: 200,
    answer: closedSchema,
    problems: ['password_wrong', 'mailed_code_wrong', 'rate_limited'],
  },
  'POST /api/my-data/code': {
    summary: 'Mails a code to an address, whether or not anything is held about it',
    who: 'anybody',
    maxBytes: 16 * kB,
    json: heldDataCodeSchema,
    status: 202,
    problems: ['rate_limited'],
  },
  'POST /api/my-data/code/entry': {
    summary: 'Proves an address with the mailed code',
    who: 'anybody',
    maxBytes: 16 * kB,
    json: heldDataEntrySchema,
    status: 200,
    answer: heldDataPassSchema,
    problems: ['mailed_code_wrong', 'rate_limited'],
  },
  'GET /api/my-data': {
    summary: 'What is held about a proven address',
    who: 'mailbox reader',
    status: 200,
    answer: heldDataSchema,
  },
  'POST /api/my-data/erasure': {
    summary: 'Erases what may be erased of a proven address',
    who: 'mailbox reader',
    status: 200,
    answer: heldDataErasedSchema,
  },
  'POST /api/my-data/records/:id/link': {
    summary: 'Opens a record of a proven address',
    who: 'mailbox reader',
    status: 200,
    answer: heldRecordSchema,
    problems: ['record_not_found'],
  },
} satisfies EndpointTable
