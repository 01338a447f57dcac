import { z } from 'zod'
import { uploadMaxBytes } from '../../domain/document/document.ts'
import { submissionFaults } from '../../domain/verification/submission.ts'
import {
  declineSchema,
  gateAnswerSchema,
  gateCodeRequestSchema,
  gateRequestSchema,
  givenPassSchema,
  publicVerificationSchema,
  thirdPartyFileAnswerSchema,
  thirdPartyFileSchema,
  thirdPartySubmissionAnswerSchema,
  thirdPartySubmissionSchema,
  thirdPartyViewSchema,
} from '../third-party.ts'
import { type EndpointTable, kB } from './endpoint.ts'
import { fileProblems } from './file-problems.ts'

export const thirdPartyEndpoints = {
  'GET /api/public/verifications/:id': {
    summary: 'What a link tells anybody: its kind and whether it is open',
    who: 'visitor',
    absent: 'verification_not_found',
    status: 200,
    answer: publicVerificationSchema,
  },
  'POST /api/public/verifications/:id/gate': {
    summary: 'Proves the third party’s email address, or mails a code to it where codes are in force',
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
    summary: 'The form behind the gate',
    who: 'pass holder',
    status: 200,
    answer: thirdPartyViewSchema,
    problems: ['verification_not_found'],
  },
  'DELETE /api/public/verifications/:id/documents/:documentId': {
    summary:
      'Destroys a photo or an ID that the third party uploaded and did not submit; what is not there is no error',
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
  'POST /functions/v1/third-party-upload': {
    summary: 'Takes a file of the third party, or, with completeSubmission=true, the whole submission',
    who: 'uploader',
    maxBytes: uploadMaxBytes,
    form: z.union([thirdPartyFileSchema, thirdPartySubmissionSchema]),
    status: 200,
    answer: z.union([thirdPartyFileAnswerSchema, thirdPartySubmissionAnswerSchema]),
    problems: [
      ...fileProblems,
      'verification_not_found',
      ...submissionFaults,
      'reading_under_way',
      'consent_text_changed',
      'shared_untold',
      'signature_date_not_today',
    ],
  },
} satisfies EndpointTable
