import { z } from 'zod'
import { documentUploadSchema, storedDocumentSchema } from '../../contract/document.ts'
import { idempotencyKeyHeadersSchema } from '../../contract/idempotency-key.ts'
import { verificationChangedSchema } from '../../contract/live.ts'
import { paths } from '../../contract/paths.ts'
import {
  addressCorrectionSchema,
  correctedAddressSchema,
  createdVerificationSchema,
  creationSchema,
  ownerViewSchema,
  verificationListQuerySchema,
  verificationListSchema,
} from '../../contract/verification.ts'
import type { Endpoint } from './endpoint.ts'

export const verificationEndpoints: Endpoint[] = [
  {
    method: 'post',
    path: paths.documents,
    summary: 'Keeps a photo or an ID of the creator',
    callers: ['account'],
    form: documentUploadSchema,
    status: 201,
    answer: storedDocumentSchema,
  },
  {
    method: 'get',
    path: paths.documentUrl,
    summary: 'A fresh signed URL for a document',
    callers: ['account'],
    status: 200,
    answer: storedDocumentSchema,
  },
  {
    method: 'get',
    path: paths.documentFile,
    summary: 'The file behind a signed URL',
    callers: [],
    query: z.object({ Expires: z.string(), Signature: z.string() }),
    status: 200,
    media: ['image/jpeg', 'image/png', 'application/pdf'],
  },
  {
    method: 'post',
    path: paths.verifications,
    summary: 'Creates a verification and consumes one of the month’s allowance',
    callers: ['account'],
    headers: idempotencyKeyHeadersSchema,
    json: creationSchema(new Date(0)),
    status: 201,
    answer: createdVerificationSchema,
  },
  {
    method: 'get',
    path: paths.verifications,
    summary: 'The person’s own verifications, newest first',
    callers: ['account'],
    query: verificationListQuerySchema,
    status: 200,
    answer: verificationListSchema,
  },
  {
    method: 'get',
    path: paths.verification,
    summary: 'The owner view of a verification',
    callers: ['account'],
    status: 200,
    answer: ownerViewSchema,
  },
  {
    method: 'post',
    path: paths.cancelVerification,
    summary: 'Closes a pending verification',
    callers: ['account'],
    status: 204,
  },
  {
    method: 'post',
    path: paths.invitation,
    summary: 'Mails the link of a pending verification to its third party once more',
    callers: ['account'],
    status: 204,
  },
  {
    method: 'patch',
    path: paths.thirdPartyEmail,
    summary: 'Corrects the third party’s address of a pending verification and mails the link there',
    callers: ['account'],
    json: addressCorrectionSchema,
    status: 200,
    answer: correctedAddressSchema,
  },
  {
    method: 'get',
    path: paths.live,
    summary: 'Changes of the person’s verifications as server-sent events; each message is one change',
    callers: ['account'],
    status: 200,
    answer: verificationChangedSchema,
    media: ['text/event-stream'],
  },
]
