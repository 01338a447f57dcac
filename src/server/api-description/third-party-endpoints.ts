import { z } from 'zod'
import { paths } from '../../contract/paths.ts'
import {
  declineSchema,
  gateAnswerSchema,
  gateCodeRequestSchema,
  gatePassSchema,
  gateRequestSchema,
  publicVerificationSchema,
  thirdPartyFileAnswerSchema,
  thirdPartyFileSchema,
  thirdPartySubmissionAnswerSchema,
  thirdPartySubmissionSchema,
  thirdPartyViewSchema,
} from '../../contract/third-party.ts'
import type { Endpoint } from './endpoint.ts'

export const thirdPartyEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: paths.publicVerification,
    summary: 'What a link tells anybody: its kind and whether it is open',
    callers: [],
    status: 200,
    answer: publicVerificationSchema,
  },
  {
    method: 'post',
    path: paths.gate,
    summary: 'Proves the third party’s email address, or mails a code to it where codes are in force',
    callers: [],
    json: gateRequestSchema,
    status: 200,
    answer: gateAnswerSchema,
  },
  {
    method: 'post',
    path: paths.gateCode,
    summary: 'Proves the third party’s email address with the mailed code',
    callers: [],
    json: gateCodeRequestSchema,
    status: 200,
    answer: gatePassSchema,
  },
  {
    method: 'get',
    path: paths.thirdPartyView,
    summary: 'The form behind the gate',
    callers: ['third party'],
    status: 200,
    answer: thirdPartyViewSchema,
  },
  {
    method: 'post',
    path: paths.decline,
    summary: 'Declines a verification',
    callers: ['third party'],
    json: declineSchema,
    status: 204,
  },
  {
    method: 'post',
    path: paths.thirdPartyUpload,
    summary: 'Takes a file of the third party, or, with completeSubmission=true, the whole submission',
    callers: ['third party'],
    form: z.union([thirdPartyFileSchema, thirdPartySubmissionSchema]),
    status: 200,
    answer: z.union([thirdPartyFileAnswerSchema, thirdPartySubmissionAnswerSchema]),
  },
]
