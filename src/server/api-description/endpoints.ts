import { z } from 'zod'
import { profileSchema, profileUpdateSchema, signedInDeviceSchema } from '../../contract/account.ts'
import { documentUploadSchema, storedDocumentSchema } from '../../contract/document.ts'
import { verificationChangedSchema } from '../../contract/live.ts'
import { paths } from '../../contract/paths.ts'
import {
  checkoutAnswerSchema,
  checkoutRequestSchema,
  portalAnswerSchema,
  portalRequestSchema,
  priceListSchema,
  subscriptionSchema,
} from '../../contract/subscription.ts'
import {
  declineSchema,
  gatePassSchema,
  gateRequestSchema,
  publicFormSchema,
  publicVerificationSchema,
  thirdPartyFileAnswerSchema,
  thirdPartyFileSchema,
  thirdPartySubmissionAnswerSchema,
  thirdPartySubmissionSchema,
} from '../../contract/third-party.ts'
import { usageSchema } from '../../contract/usage.ts'
import {
  createdVerificationSchema,
  creationSchema,
  ownerViewSchema,
  verificationListQuerySchema,
  verificationListSchema,
} from '../../contract/verification.ts'

/** What a request shows to be let in: the access token of an account, or the pass that the email gate gave. */
export type Caller = 'anybody' | 'account' | 'third party'

/** One endpoint in words and schemas. */
export type Endpoint = {
  method: 'get' | 'post' | 'patch' | 'delete'
  path: string
  summary: string
  caller: Caller
  query?: z.ZodObject
  json?: z.ZodType
  /** A multipart form: these text fields, and a file named `file`. */
  form?: z.ZodType
  status: 200 | 201 | 204
  /** The JSON of a success; absent when there is none. */
  answer?: z.ZodType
  /** The media type of a success that is not JSON. */
  media?: string
}

/** The product's own API. A test compares this list with the routes that the app really has. */
export const endpoints: Endpoint[] = [
  {
    method: 'get',
    path: paths.profile,
    summary: 'The signed-in person',
    caller: 'account',
    status: 200,
    answer: profileSchema,
  },
  {
    method: 'patch',
    path: paths.profile,
    summary: 'Changes the full name',
    caller: 'account',
    json: profileUpdateSchema,
    status: 200,
    answer: profileSchema,
  },
  {
    method: 'get',
    path: paths.sessions,
    summary: 'The devices that the person is signed in on',
    caller: 'account',
    status: 200,
    answer: z.array(signedInDeviceSchema),
  },
  {
    method: 'delete',
    path: paths.session,
    summary: 'Signs a device out',
    caller: 'account',
    status: 204,
  },
  {
    method: 'get',
    path: paths.usage,
    summary: 'The tier in force and what is left of this month',
    caller: 'account',
    status: 200,
    answer: usageSchema,
  },
  {
    method: 'get',
    path: paths.priceList,
    summary: 'The plans as the payment provider names them',
    caller: 'anybody',
    status: 200,
    answer: priceListSchema,
  },
  {
    method: 'get',
    path: paths.subscription,
    summary: 'How the person stands with the plans',
    caller: 'account',
    status: 200,
    answer: subscriptionSchema,
  },
  {
    method: 'post',
    path: paths.refreshSubscription,
    summary: 'Asks the payment provider how the person stands',
    caller: 'account',
    status: 200,
    answer: subscriptionSchema,
  },
  {
    method: 'post',
    path: paths.billingPortal,
    summary: 'Opens the page where payments are managed',
    caller: 'account',
    json: portalRequestSchema,
    status: 200,
    answer: portalAnswerSchema,
  },
  {
    method: 'post',
    path: paths.createCheckoutSession,
    summary: 'Opens the page where a plan is paid',
    caller: 'account',
    json: checkoutRequestSchema,
    status: 200,
    answer: checkoutAnswerSchema,
  },
  {
    method: 'post',
    path: paths.stripeWebhook,
    summary: 'Takes a signed notice of the payment provider',
    caller: 'anybody',
    json: z.looseObject({}),
    status: 200,
    answer: z.looseObject({}),
  },
  {
    method: 'post',
    path: paths.documents,
    summary: 'Keeps a photo or an ID of the creator',
    caller: 'account',
    form: documentUploadSchema,
    status: 201,
    answer: storedDocumentSchema,
  },
  {
    method: 'get',
    path: paths.documentUrl,
    summary: 'A fresh signed URL for a document',
    caller: 'account',
    status: 200,
    answer: storedDocumentSchema,
  },
  {
    method: 'get',
    path: paths.documentFile,
    summary: 'The file behind a signed URL',
    caller: 'anybody',
    query: z.object({ Expires: z.string(), Signature: z.string() }),
    status: 200,
    media: 'image/jpeg, image/png, application/pdf',
  },
  {
    method: 'post',
    path: paths.verifications,
    summary: 'Creates a verification and consumes one of the month’s allowance',
    caller: 'account',
    json: creationSchema('2000-01-01'),
    status: 201,
    answer: createdVerificationSchema,
  },
  {
    method: 'get',
    path: paths.verifications,
    summary: 'The person’s own verifications, newest first',
    caller: 'account',
    query: verificationListQuerySchema,
    status: 200,
    answer: verificationListSchema,
  },
  {
    method: 'get',
    path: paths.verification,
    summary: 'The owner view of a verification',
    caller: 'account',
    status: 200,
    answer: ownerViewSchema,
  },
  {
    method: 'post',
    path: paths.cancelVerification,
    summary: 'Closes a pending verification',
    caller: 'account',
    status: 204,
  },
  {
    method: 'get',
    path: paths.publicVerification,
    summary: 'What a link tells anybody: its kind and whether it is open',
    caller: 'anybody',
    status: 200,
    answer: publicVerificationSchema,
  },
  {
    method: 'post',
    path: paths.gate,
    summary: 'Proves the third party’s email address',
    caller: 'anybody',
    json: gateRequestSchema,
    status: 200,
    answer: gatePassSchema,
  },
  {
    method: 'get',
    path: paths.publicForm,
    summary: 'The form behind the gate',
    caller: 'third party',
    status: 200,
    answer: publicFormSchema,
  },
  {
    method: 'post',
    path: paths.decline,
    summary: 'Declines a verification',
    caller: 'third party',
    json: declineSchema,
    status: 204,
  },
  {
    method: 'post',
    path: paths.thirdPartyUpload,
    summary: 'Takes a file of the third party, or, with completeSubmission=true, the whole submission',
    caller: 'third party',
    form: z.union([thirdPartyFileSchema, thirdPartySubmissionSchema]),
    status: 200,
    answer: z.union([thirdPartyFileAnswerSchema, thirdPartySubmissionAnswerSchema]),
  },
  {
    method: 'get',
    path: paths.live,
    summary: 'Changes of the person’s verifications as server-sent events; each message is one change',
    caller: 'account',
    status: 200,
    answer: verificationChangedSchema,
    media: 'text/event-stream',
  },
  {
    method: 'get',
    path: paths.apiDescription,
    summary: 'This description',
    caller: 'anybody',
    status: 200,
    answer: z.looseObject({}),
  },
]
