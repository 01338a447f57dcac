import { z } from 'zod'
import words from '../words/en/problems.ts'
import stepFaultWords from '../words/en/step-faults.ts'
import { describeWaitUntil } from '../words/wait.ts'

/** The refusals about requested and given evidence: readings, wallets, checks by a provider. */
const evidenceProblems = {
  age_statement_required: { status: 422 },
  age_not_read: { status: 422 },
  age_not_proven: { status: 422 },
  reading_under_way: { status: 409 },
  reading_untold: { status: 409 },
  own_address: { status: 422 },
  asks_impossible: { status: 422 },
  wallet_proof_missing: { status: 422 },
  kept_proof_unusable: { status: 422 },
  account_exists: { status: 409 },
  address_not_proven: { status: 409 },
  account_needs_reading: { status: 409 },
  reading_tries_spent: { status: 409 },
  reading_off: { status: 503 },
  day_not_today: { status: 422 },
  wallet_not_offered: { status: 409 },
  wallet_session_not_found: { status: 404 },
  wallet_session_over: { status: 410 },
  wallet_answer_refused: { status: 422 },
  voucher_not_offered: { status: 409 },
  voucher_away: { status: 503 },
} as const

const planProblems = {
  age_allowance_spent: { status: 402 },
  person_allowance_spent: { status: 402 },
  plan_required: { status: 403 },
  checkout_authentication_required: { status: 401 },
  price_unknown: { status: 422 },
  return_url_foreign: { status: 422 },
  payments_unavailable: { status: 503 },
  subscription_pending: { status: 409 },
  already_subscribed: { status: 409 },
  billing_unavailable: { status: 409 },
  webhook_refused: { status: 400 },
} as const

/** The refusals about a person's own data: a copy of it, closing an account, data stored about an address. */
const privacyProblems = {
  password_wrong: { status: 422 },
  mailed_code_wrong: { status: 422 },
  mailbox_unproven: { status: 401 },
  too_many_exports: { status: 429 },
} as const

const recordProblems = {
  record_not_found: { status: 404 },
  record_not_sealed: { status: 409 },
  record_code_required: { status: 403 },
  record_code_wrong: { status: 422 },
  not_withdrawable: { status: 409 },
  hold_after_withdrawal: { status: 409 },
  hold_without_files: { status: 409 },
  hold_set_before: { status: 409 },
  no_hold: { status: 409 },
} as const

/** The refusals about drafts, and about uploading, showing and removing files. */
const uploadProblems = {
  draft_changed: { status: 409 },
  document_in_use: { status: 409 },
  document_unknown: { status: 422 },
  file_missing: { status: 422 },
  file_empty: { status: 422 },
  file_type_refused: { status: 415 },
  file_too_large: { status: 413 },
  file_damaged: { status: 422 },
  image_too_many_pixels: { status: 422 },
  pdf_locked: { status: 422 },
  pdf_too_many_pages: { status: 422 },
  pdf_too_complex: { status: 422 },
  storage_full: { status: 409 },
  upload_unavailable: { status: 503 },
  disk_full: { status: 507 },
  signed_url_invalid: { status: 403 },
} as const

/** Every refusal of the product, with its HTTP status. Its texts come from `explainProblem`. */
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
  creation_authentication_required: { status: 401 },
  second_step_required: { status: 403 },
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
  link_in_many_browsers: { status: 429 },
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

/** One refused field; `path` as in the request body, joined by dots. */
const fieldErrorSchema = z.object({ path: z.string(), message: z.string() })
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

type ProblemText = { title: string; detail: string | ((values: { wait: string }) => string) }

/** A missing text for a refusal is a type error. */
const texts: Record<ProblemCode, ProblemText> = { ...words, ...stepFaultWords }

/**
 * The public title of a refusal and the sentence below it; neither is ever empty (ERROR-13). The screens show them
 * (ERROR-2), and they never contain an id, an address or a vendor's text. Where a retry is allowed later, the sentence
 * contains the time (ERROR-14).
 */
export function explainProblem(
  code: ProblemCode,
  retryAfterSeconds?: number,
): { title: string; detail: string } {
  const { title, detail } = texts[code]
  return {
    title,
    detail: typeof detail === 'string' ? detail : detail({ wait: describeWaitUntil(retryAfterSeconds) }),
  }
}
