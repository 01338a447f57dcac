import { z } from 'zod'
import { submissionFaultWords } from '../domain/verification/submission-words.ts'
import { stepFaults } from '../domain/verification/wizard.ts'
import { waitMark } from '../domain/wait-words.ts'
import { evidenceProblems } from './evidence-problems.ts'
import { planProblems } from './plan-problems.ts'
import { privacyProblems } from './privacy-problems.ts'
import { recordProblems } from './record-problems.ts'
import { uploadProblems } from './upload-problems.ts'

/**
 * Every refusal of the product: its HTTP status, its public words and the sentence below them, so that no box is ever empty (ERROR-13).
 * The titles and details are what the screens show (ERROR-2); they never carry an id, an address or a vendor's text. Where one may come
 * back later the sentence has `waitMark`, which the answer fills in (ERROR-14).
 */
export const problems = {
  ...evidenceProblems,
  ...planProblems,
  ...privacyProblems,
  ...recordProblems,
  ...uploadProblems,
  body_unreadable: {
    status: 400,
    title: 'The request could not be read',
    detail: 'Please reload the page and try again.',
  },
  body_too_slow: {
    status: 408,
    title: 'The connection is too slow',
    detail: 'The request did not arrive in time. Please try again where the network is better.',
  },
  body_too_large: {
    status: 413,
    title: 'The request is too large',
    detail: 'Please shorten what you typed and try again.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'The Idempotency-Key cannot be read',
    detail: 'Send a new UUID for each verification, in quotes, or leave the header out.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used before',
    detail: 'It belongs to a request with other details, which was carried out.',
  },
  validation_failed: {
    status: 400,
    title: 'Information required',
    detail: 'Something is missing or cannot be taken as it is. Please check what you entered.',
  },
  under_age: {
    status: 422,
    title: 'You must be at least 18 years old',
    detail: 'Nobody under 18 can take part.',
  },
  authentication_required: {
    status: 401,
    title: 'Authentication required',
    detail: 'Please login to create a verification link',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'There is nothing here, or nothing that you may see.',
  },
  verification_not_visible: {
    status: 404,
    title: 'You do not have permission to view this form',
    detail: 'It is not there, or belongs to another account.',
  },
  verification_not_found: {
    status: 404,
    title: 'Verification not found. The link may be invalid, expired, or the verification has been removed.',
    detail: 'Please check the link and try again.',
  },
  step_consent: { status: 422, title: stepFaults.consent.title, detail: stepFaults.consent.description },
  step_photo: { status: 422, title: stepFaults.photo.title, detail: stepFaults.photo.description },
  step_self: { status: 422, title: stepFaults.self.title, detail: stepFaults.self.description },
  step_third_party: {
    status: 422,
    title: stepFaults.thirdParty.title,
    detail: stepFaults.thirdParty.description,
  },
  step_sign_date_id: {
    status: 422,
    title: stepFaults.signDateId.title,
    detail: stepFaults.signDateId.description,
  },
  step_sign_date: { status: 422, title: stepFaults.signDate.title, detail: stepFaults.signDate.description },
  step_email: { status: 422, title: stepFaults.email.title, detail: stepFaults.email.description },
  email_required: { status: 422, title: 'Email required', detail: 'Please enter your email address' },
  email_mismatch: {
    status: 403,
    title: "Email doesn't match",
    detail: "The email you entered doesn't match the one this verification was sent to",
  },
  gate_locked: {
    status: 429,
    title: 'Too many attempts',
    detail: `Too many email addresses were tried. Please try again ${waitMark}.`,
  },
  code_wrong: {
    status: 422,
    title: 'Wrong code',
    detail: 'The code is wrong or has ended. After five tries you need a new one.',
  },
  gate_token_invalid: {
    status: 401,
    title: 'Please confirm your email again',
    detail: 'Your access to this verification has ended. Confirm your email address again to go on.',
  },
  address_unconfirmed: {
    status: 403,
    title: 'Confirm your email address first',
    detail: 'Until your own address is confirmed we mail nobody for you. Please share the link yourself.',
  },
  creator_unconfirmed: {
    status: 409,
    title: 'No code can be mailed yet',
    detail:
      'The person who made this link has not confirmed their own email address, and until then we mail nobody for them. Please ask them to confirm it, then try again.',
  },
  mailbox_full_of_invitations: {
    status: 429,
    title: 'Enough invitations for now',
    // Neither how many came nor when: that is about others who invited this person.
    detail: 'This address gets no more invitations for now, a day at most. Please share the link yourself.',
  },
  link_closed: {
    status: 410,
    title: 'Link expired',
    detail: 'This verification is no longer open, so nothing can be added to it.',
  },
  owner_cannot_submit: {
    status: 403,
    title: 'Verification failed',
    detail: 'You created this verification, so the other person has to complete it.',
  },
  missing_selfie: { status: 422, ...submissionFaultWords.missing_selfie },
  missing_id_document: { status: 422, ...submissionFaultWords.missing_id_document },
  missing_signature: { status: 422, ...submissionFaultWords.missing_signature },
  consent_required: { status: 422, ...submissionFaultWords.consent_required },
  agreement_required: { status: 422, ...submissionFaultWords.agreement_required },
  identity_consent_required: { status: 422, ...submissionFaultWords.identity_consent_required },
  consent_text_changed: {
    status: 409,
    title: 'The text has changed',
    detail: 'The consent text is not the one you were shown. Please reload, read it again and sign.',
  },
  signature_date_not_today: {
    status: 422,
    title: 'The date is not today',
    detail:
      'A signature carries the day on which it is made. Please check the date of your device and sign again.',
  },
  temporarily_unavailable: {
    status: 503,
    title: 'A short interruption',
    detail:
      'Please try again in a moment. If you were sending something, look first whether it is there: it may have arrived.',
  },
  rate_limited: { status: 429, title: 'Too many requests', detail: `Please try again ${waitMark}.` },
  unexpected_failure: {
    status: 500,
    title: 'An unexpected error occurred',
    detail: 'Please try again. If it happens again, tell support.',
  },
} as const satisfies Record<string, { status: number; title: string; detail: string }>

export type ProblemCode = keyof typeof problems

/** One field that was refused; `path` as in the request body, joined by dots. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.infer<typeof fieldErrorSchema>

/** The body of every refusal under /api and /functions: RFC 9457, with the stable `code`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  errors: z.array(fieldErrorSchema).optional(),
  requestId: z.string().optional(),
})
export type Problem = z.infer<typeof problemSchema>
