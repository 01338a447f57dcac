import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { authFaultsHeader } from '../../contract/address.ts'
import type accountMessages from '../../words/en/account-messages.ts'
import { describeWaitUntil } from '../../words/wait.ts'
import type { AppEnv } from '../http/app-env.ts'

/** Placeholder in a message for the time to wait. */
const waitPlaceholder = '{wait}'

/**
 * Every refusal of the auth service: the client's code, the status and the message (AUTH-5). The messages match the
 * published client's own tests.
 */
export const authErrors = {
  bad_json: { status: 400, message: 'Could not parse request body as JSON' },
  validation_failed: { status: 400, message: 'The request is not valid' },
  request_entity_too_large: { status: 413, message: 'Request body too large' },
  /** Not in GoTrue: a page of another site caused the request. */
  cross_site: { status: 403, message: 'Requests of other sites are not taken' },
  not_found: { status: 404, message: 'Not found' },
  invalid_credentials: { status: 400, message: 'Invalid login credentials' },
  user_banned: { status: 400, message: 'User is banned' },
  /** Not in GoTrue: the grace period is over, and the rows are being deleted. */
  user_erasing: {
    status: 400,
    message:
      'This account is being erased, and can no longer be kept. Once that is done, its address can be registered anew.',
  },
  user_already_exists: { status: 422, message: 'User already registered' },
  weak_password: { status: 422, message: 'Password is too weak' },
  same_password: { status: 422, message: 'New password should be different from the old password.' },
  current_password_required: { status: 400, message: 'Please enter your current password' },
  current_password_invalid: { status: 400, message: 'The current password is not correct' },
  reauthentication_not_valid: { status: 422, message: 'Nonce has expired or is invalid' },
  email_exists: { status: 422, message: 'A user with this email address has already been registered' },
  /** Not in GoTrue: the person would be both people of a request. */
  email_asked: {
    status: 422,
    message:
      'You sent a request to this address, and it is still open. Cancel the request first, then change your address.',
  },
  email_not_confirmed: { status: 422, message: 'Email not confirmed' },
  anonymous_provider_disabled: { status: 422, message: 'Anonymous sign-ins are disabled' },
  reauthentication_needed: { status: 400, message: 'Please confirm that it is you' },
  webauthn_challenge_not_found: {
    status: 400,
    message: 'This passkey request was answered already. Please try again.',
  },
  webauthn_challenge_expired: {
    status: 400,
    message: 'This passkey request took too long. Please try again.',
  },
  webauthn_verification_failed: { status: 400, message: 'This passkey was not accepted' },
  webauthn_credential_exists: { status: 422, message: 'This passkey was added already' },
  webauthn_credential_not_found: { status: 404, message: 'Passkey not found' },
  too_many_passkeys: {
    status: 422,
    message: 'This account has as many passkeys as it can have. Remove one first.',
  },
  /** The account has an authenticator app, and this session has no second step. */
  insufficient_aal: { status: 403, message: 'AAL2 session is required for this' },
  mfa_factor_not_found: { status: 404, message: 'Factor not found' },
  mfa_verification_failed: { status: 422, message: 'Invalid TOTP code entered' },
  too_many_enrolled_mfa_factors: {
    status: 422,
    message: 'This account has an authenticator app. Remove it first.',
  },
  phone_provider_disabled: { status: 400, message: 'Phone sign-ins are disabled' },
  otp_disabled: { status: 422, message: 'Signups not allowed for otp' },
  refresh_token_not_found: { status: 400, message: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, message: 'Invalid Refresh Token: Already Used' },
  session_expired: { status: 400, message: 'Invalid Refresh Token: Session Expired' },
  conflict: {
    status: 409,
    message: 'Too many concurrent token refresh requests on the same session or refresh token',
  },
  no_authorization: { status: 401, message: 'This endpoint requires a valid Bearer token' },
  bad_jwt: {
    status: 403,
    message: 'invalid JWT: unable to parse or verify signature, token is malformed or has expired',
  },
  user_not_found: { status: 403, message: 'User from sub claim in JWT does not exist' },
  session_not_found: { status: 403, message: 'Session from session_id claim in JWT does not exist' },
  not_admin: { status: 403, message: 'User not allowed' },
  otp_expired: { status: 403, message: 'Token has expired or is invalid' },
  over_email_send_rate_limit: {
    status: 429,
    message: `For security purposes, you can only request this ${waitPlaceholder}.`,
  },
  over_request_rate_limit: {
    status: 429,
    message: `Request rate limit reached. Please try again ${waitPlaceholder}.`,
  },
  bad_code_verifier: {
    status: 400,
    message: 'code challenge does not match previously saved code verifier',
  },
  flow_state_not_found: { status: 404, message: 'invalid flow state, no valid flow state found' },
  flow_state_expired: { status: 422, message: 'invalid flow state, flow state has expired' },
  temporarily_unavailable: {
    status: 503,
    message: 'The service is interrupted for a moment, please try again',
  },
  unexpected_failure: {
    status: 500,
    message: 'Unexpected failure, please check server logs for more information',
  },
} as const satisfies Record<string, { status: number; message: string }>

type AuthErrorCode = keyof typeof authErrors

/** Why a password is refused, as the client's AuthWeakPasswordError lists it. */
export type WeakPasswordReason = 'length' | 'characters' | 'pwned'

/** What is wrong with the data of an account, as the key of its message. */
export type AccountFault = keyof typeof accountMessages

/** An expected refusal of the auth service, as a value. `message` and `status` override those of the table. */
export type AuthRefusal = {
  authRefused: AuthErrorCode
  message?: string
  status?: number
  reasons?: WeakPasswordReason[]
  /** What was wrong with the data. */
  faults?: AccountFault[]
  retryAfterSeconds?: number
}

export function refuseAuth(
  authRefused: AuthErrorCode,
  more: Omit<AuthRefusal, 'authRefused'> = {},
): AuthRefusal {
  return { authRefused, ...more }
}

export function isAuthRefusal(value: unknown): value is AuthRefusal {
  return typeof value === 'object' && value !== null && 'authRefused' in value
}

const versionHeader = 'X-Supabase-Api-Version'

/** The API version from which on the client reads `code` (AUTH-4). */
const codedErrorsSince = '2024-01-01'

/** Answers a refusal in the format of the request's API version. */
export function answerAuthError(c: Context<AppEnv>, refusal: AuthRefusal): Response {
  const row = authErrors[refusal.authRefused]
  const status = refusal.status ?? row.status
  const message = (refusal.message ?? row.message).replace(
    waitPlaceholder,
    describeWaitUntil(refusal.retryAfterSeconds),
  )
  const weakPassword = refusal.reasons ? { weak_password: { reasons: refusal.reasons } } : {}
  c.set('refusedCode', refusal.authRefused)
  c.header('X-Sb-Error-Code', refusal.authRefused)
  if (refusal.faults?.length) c.header(authFaultsHeader, refusal.faults.join(' '))
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(refusal.retryAfterSeconds))
  if (doesWantCodedErrors(c.req.header(versionHeader))) {
    c.header(versionHeader, codedErrorsSince)
    return c.json({ code: refusal.authRefused, message, ...weakPassword }, status as ContentfulStatusCode)
  }
  return c.json(
    { code: status, error_code: refusal.authRefused, msg: message, ...weakPassword },
    status as ContentfulStatusCode,
  )
}

/** OAuth's own error format (RFC 6749, section 5.2), for a refresh without a token. */
export function answerOauthError(c: Context<AppEnv>, description: string): Response {
  c.set('refusedCode', 'invalid_request')
  return c.json({ error: 'invalid_request', error_description: description }, 400)
}

function doesWantCodedErrors(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= codedErrorsSince
}
