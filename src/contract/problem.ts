import { z } from 'zod'
import { evidenceProblems } from './evidence-problems.ts'
import { planProblems } from './plan-problems.ts'
import { privacyProblems } from './privacy-problems.ts'
import { recordProblems } from './record-problems.ts'
import { uploadProblems } from './upload-problems.ts'

/** Every refusal of the product, with its HTTP status. What is said of each is `explainProblem`. */
export const problems = {
  ...evidenceProblems,
  ...planProblems,
  ...privacyProblems,
  ...recordProblems,
  ...uploadProblems,
  body_unreadable: { status: 400 },
  cross_site: { status: 403 },
  body_too_slow: { status: 408 },
  body_too_large: { status: 413 },
  idempotency_key_invalid: { status: 400 },
  idempotency_key_reused: { status: 422 },
  validation_failed: { status: 400 },
  under_age: { status: 422 },
  authentication_required: { status: 401 },
  not_found: { status: 404 },
  verification_not_visible: { status: 404 },
  verification_not_found: { status: 404 },
  step_consent: { status: 422 },
  step_photo: { status: 422 },
  step_self: { status: 422 },
  step_third_party: { status: 422 },
  step_sign_date_id: { status: 422 },
  step_sign_date: { status: 422 },
  step_email: { status: 422 },
  email_required: { status: 422 },
  email_mismatch: { status: 403 },
  gate_locked: { status: 429 },
  code_wrong: { status: 422 },
  gate_token_invalid: { status: 401 },
  address_unconfirmed: { status: 403 },
  creator_unconfirmed: { status: 409 },
  mailbox_full_of_invitations: { status: 429 },
  link_closed: { status: 410 },
  owner_cannot_submit: { status: 403 },
  missing_selfie: { status: 422 },
  missing_id_document: { status: 422 },
  missing_signature: { status: 422 },
  consent_required: { status: 422 },
  agreement_required: { status: 422 },
  identity_consent_required: { status: 422 },
  consent_text_changed: { status: 409 },
  shared_untold: { status: 409 },
  signature_date_not_today: { status: 422 },
  temporarily_unavailable: { status: 503 },
  rate_limited: { status: 429 },
  unexpected_failure: { status: 500 },
} as const satisfies Record<string, { status: number }>

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
