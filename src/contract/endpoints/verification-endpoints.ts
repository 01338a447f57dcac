import { z } from 'zod'
import { uploadMaxBytes } from '../../domain/document/document.ts'
import { makeCreationSchema } from '../creation.ts'
import { documentUploadSchema, storedDocumentSchema } from '../document.ts'
import { idempotencyKeyHeadersSchema } from '../idempotency-key.ts'
import { verificationChangedSchema } from '../live.ts'
import {
  addressCorrectionSchema,
  correctedAddressSchema,
  createdVerificationSchema,
  ownerViewSchema,
  verificationListQuerySchema,
  verificationListSchema,
} from '../verification.ts'
import { type EndpointTable, kB } from './endpoint.ts'
import { fileProblems } from './file-problems.ts'

export const verificationEndpoints = {
  'POST /api/documents': {
    summary: 'Keeps a photo or an ID of the creator',
    who: 'account',
    limits: { account: { name: 'document-upload', points: 60, seconds: 600 } },
    maxBytes: uploadMaxBytes,
    form: documentUploadSchema,
    status: 201,
    answer: storedDocumentSchema,
    problems: fileProblems,
  },
  'GET /api/documents/:id/url': {
    summary: 'A fresh signed URL for a document',
    who: 'owner',
    absent: 'not_found',
    status: 200,
    answer: storedDocumentSchema,
    problems: ['plan_required'],
  },
  'DELETE /api/documents/:id': {
    summary:
      'Destroys a photo or an ID of the creator that no verification relies on; what is not there is no error',
    who: 'account',
    limits: { account: { name: 'document-removal', points: 120, seconds: 600 } },
    status: 204,
    problems: ['document_in_use'],
  },
  'GET /api/files/:bucket/:owner/:file': {
    summary: 'The file behind a signed URL',
    who: 'address holder',
    query: z.object({ Expires: z.string().default(''), Signature: z.string().default('') }),
    status: 200,
    media: ['image/jpeg', 'image/png'],
    problems: ['not_found', 'rate_limited'],
  },
  'POST /api/verifications': {
    summary: 'Creates a verification and consumes one of the month’s allowance',
    who: 'account',
    limits: { account: { name: 'verification-creation', points: 60, seconds: 600 } },
    headers: idempotencyKeyHeadersSchema,
    maxBytes: 128 * kB,
    json: makeCreationSchema,
    status: 201,
    answer: createdVerificationSchema,
    problems: [
      'idempotency_key_invalid',
      'idempotency_key_reused',
      'step_consent',
      'step_photo',
      'step_self',
      'step_third_party',
      'step_sign_date_id',
      'step_sign_date',
      'step_email',
      'under_age',
      'consent_text_changed',
      'reading_under_way',
      'document_unknown',
      'own_address',
      'asks_impossible',
      'wallet_proof_missing',
      'age_allowance_spent',
      'person_allowance_spent',
    ],
  },
  'GET /api/verifications': {
    summary: 'What the person made, and the records that their confirmed address was asked for, newest first',
    who: 'account',
    query: verificationListQuerySchema,
    status: 200,
    answer: verificationListSchema,
  },
  'GET /api/verifications/:id': {
    summary: 'The owner view of a verification',
    who: 'owner',
    absent: 'verification_not_visible',
    status: 200,
    answer: ownerViewSchema,
  },
  'POST /api/verifications/:id/cancel': {
    summary: 'Closes a pending verification',
    who: 'owner',
    absent: 'verification_not_visible',
    status: 204,
    problems: ['link_closed'],
  },
  'POST /api/verifications/:id/invitation': {
    summary: 'Mails the link of a pending verification to its third party once more',
    who: 'owner',
    absent: 'verification_not_visible',
    status: 204,
    problems: ['link_closed', 'address_unconfirmed', 'mailbox_full_of_invitations'],
  },
  'PATCH /api/verifications/:id/third-party-email': {
    summary: 'Corrects the third party’s address of a pending verification and mails the link there',
    who: 'owner',
    absent: 'verification_not_visible',
    maxBytes: 16 * kB,
    json: addressCorrectionSchema,
    status: 200,
    answer: correctedAddressSchema,
    problems: ['link_closed', 'own_address'],
  },
  'GET /api/live': {
    summary: 'Changes of the person’s verifications as server-sent events; each message is one change',
    who: 'account',
    status: 200,
    answer: verificationChangedSchema,
    media: ['text/event-stream'],
    problems: ['rate_limited'],
  },
} satisfies EndpointTable
