import { setsPerLink } from '../../domain/verification/verification.ts'
import { messages } from '../messages.ts'

/** The texts of refused requests by the code of the refusal. `wait` is the time until the next try. */
export default messages('problems', {
  body_unreadable: {
    title: 'We couldn’t read the request',
    detail: 'Reload the page and try again.',
  },
  cross_site: {
    title: 'The request came from another site',
    detail: 'Open the page here and try again.',
  },
  body_too_slow: {
    title: 'The connection is too slow',
    detail: 'Try again on a better network.',
  },
  body_too_large: {
    title: 'The request is too large',
    detail: 'Shorten what you typed and try again.',
  },
  idempotency_key_invalid: {
    title: 'The Idempotency-Key cannot be read',
    detail: 'Send a new UUID in quotes, or leave the header out.',
  },
  idempotency_key_reused: {
    title: 'The Idempotency-Key was used before',
    detail: 'It belongs to a request with other details, which was carried out.',
  },
  validation_failed: {
    title: 'Information required',
    detail: 'Check what you entered.',
  },
  under_age: { title: 'You must be at least 18 years old', detail: 'This service is for adults.' },
  authentication_required: {
    title: 'Authentication required',
    detail: 'Please login to create a verification link',
  },
  second_step_required: {
    title: 'We need a code',
    detail: 'Enter the code from your authenticator app.',
  },
  not_found: { title: 'Not found', detail: 'There’s nothing here that you can see.' },
  verification_not_visible: {
    title: 'You do not have permission to view this form',
    detail: 'It doesn’t exist, or belongs to another account.',
  },
  verification_not_found: {
    title: 'Verification not found. The link may be invalid, expired, or the verification has been removed.',
    detail: 'Please check the link and try again.',
  },
  email_required: { title: 'Email required', detail: 'Please enter your email address' },
  email_mismatch: {
    title: "Email doesn't match",
    detail: "The email you entered doesn't match the one this verification was sent to",
  },
  gate_locked: {
    title: 'Too many attempts',
    detail: `Please try again {wait}.`,
  },
  link_in_many_browsers: {
    title: 'This link is in use in many browsers',
    detail: `It was used in ${setsPerLink} other browsers. Go on in one of them, or try again {wait}.`,
  },
  code_wrong: {
    title: 'Wrong code',
    detail: 'The code is wrong or has ended. After five tries you need a new one.',
  },
  gate_token_invalid: {
    title: 'Please enter your email again',
    detail: 'Your access to this request has ended.',
  },
  address_unconfirmed: {
    title: 'Confirm your email address first',
    detail: 'Then resend the invitation, or share the link yourself.',
  },
  creator_unconfirmed: {
    title: 'We can’t email a code yet',
    detail: 'Ask the sender to confirm their email address, then try again.',
  },
  mailbox_full_of_invitations: {
    title: 'Enough invitations for now',
    // No count and no time: they would reveal other people's invitations to this person.
    detail: 'Share the link yourself, or try again tomorrow.',
  },
  link_closed: {
    title: 'Link expired',
    detail: 'This request is no longer open.',
  },
  owner_cannot_submit: {
    title: 'Verification failed',
    detail: 'The other person has to complete your request.',
  },
  consent_text_changed: {
    title: 'The text has changed',
    detail: 'Reload, read it again and sign.',
  },
  shared_untold: {
    title: 'The record will say something more',
    detail:
      'It will name something more that you and the other person share. Reload to see it. What you gave is saved.',
  },
  signature_date_not_today: {
    title: 'The date is not today',
    detail: 'Check your device’s date and sign again.',
  },
  temporarily_unavailable: {
    title: 'A short interruption',
    detail: 'Please try again in a moment. If you were sending something, check first: it may have arrived.',
  },
  rate_limited: { title: 'Too many requests', detail: `Please try again {wait}.` },
  unexpected_failure: {
    title: 'An unexpected error occurred',
    detail: 'Please try again. If it happens again, tell support.',
  },
})
