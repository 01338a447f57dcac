import { messages } from '../messages.ts'

/**
 * The refusals of the auth service that people can meet, by their code. The service itself says them in English, for
 * every client (AUTH-5), so these are its words, and only pages in other languages use them (WORDS-17).
 */
export default messages('auth-refusals', {
  validation_failed: 'The request is not valid',
  invalid_credentials: 'Invalid login credentials',
  user_banned: 'User is banned',
  user_erasing:
    'This account is being erased, and can no longer be kept. Once that is done, its address can be registered anew.',
  user_already_exists: 'User already registered',
  weak_password: 'Password is too weak',
  same_password: 'New password should be different from the old password.',
  current_password_required: 'Please enter your current password',
  current_password_invalid: 'The current password is not correct',
  email_exists: 'A user with this email address has already been registered',
  email_asked:
    'You sent a request to this address, and it is still open. Cancel the request first, then change your address.',
  email_not_confirmed: 'Email not confirmed',
  reauthentication_needed: 'Please confirm that it is you',
  webauthn_challenge_not_found: 'This passkey request was answered already. Please try again.',
  webauthn_challenge_expired: 'This passkey request took too long. Please try again.',
  webauthn_verification_failed: 'This passkey was not accepted',
  webauthn_credential_exists: 'This passkey was added already',
  webauthn_credential_not_found: 'Passkey not found',
  too_many_passkeys: 'This account has as many passkeys as it can have. Remove one first.',
  too_many_enrolled_mfa_factors: 'This account has an authenticator app. Remove it first.',
  mfa_verification_failed: 'Invalid TOTP code entered',
  otp_expired: 'Token has expired or is invalid',
  /** `wait` is the time until the next try. */
  over_email_send_rate_limit: 'For security purposes, you can only request this {wait}.',
  over_request_rate_limit: 'Request rate limit reached. Please try again {wait}.',
  /** For every other code. */
  other: 'Something went wrong. Please try again.',
})
