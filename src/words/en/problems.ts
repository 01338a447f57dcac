import { pdfMaxPages } from '../../domain/document.ts'
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
  authentication_required: { title: 'Authentication required', detail: 'Please log in.' },
  creation_authentication_required: {
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
      'It will name what you and the other person share. Nothing is signed yet, and what you gave is saved.',
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
  reading_under_way: {
    title: 'Your ID is still being read',
    detail: 'Please try again in a moment.',
  },
  reading_untold: {
    title: 'Your ID was read meanwhile',
    detail: 'Nothing is signed yet. See what the record will say about it, then press again.',
  },
  own_address: {
    title: 'This is your own address',
    detail: 'Enter the other person’s.',
  },
  asks_impossible: {
    title: 'You can’t ask for this',
    detail: 'Without a photo or an ID, choose a wallet.',
  },
  wallet_proof_missing: {
    title: 'Proof of age required',
    detail: 'Prove your age again, or add your photo and ID.',
  },
  kept_proof_unusable: {
    title: 'We can’t use your earlier ID',
    detail: 'It has expired, was deleted, or is for another name or birth date. Give a photo and an ID.',
  },
  address_not_proven: {
    title: 'Your email isn’t confirmed',
    detail: 'An account here needs an email confirmed by a code.',
  },
  account_needs_reading: {
    title: 'An account isn’t possible here',
    detail: 'It needs your own answer to this request, with an ID that we could read.',
  },
  account_exists: {
    title: 'You have an account',
    detail:
      'Log in before you answer the next request. Without a password, choose “Forgot your password?” there.',
  },
  reading_tries_spent: { title: 'No more tries', detail: 'We read an ID three times at most.' },
  reading_off: {
    title: 'We don’t read IDs here',
    detail: 'Please try again later.',
  },
  day_not_today: {
    title: 'Your device’s date isn’t today',
    detail: 'Correct your device’s date and try again.',
  },
  wallet_not_offered: {
    title: 'We don’t accept this wallet',
    detail: 'Use your ID instead.',
  },
  wallet_session_not_found: {
    title: 'We haven’t asked a wallet',
    detail: 'Start again.',
  },
  wallet_session_over: {
    title: 'This request to a wallet is over',
    detail: 'Start again.',
  },
  wallet_answer_refused: {
    title: 'The answer wasn’t accepted',
    detail: 'The page where you started says why. We kept nothing.',
  },
  voucher_not_offered: {
    title: 'We don’t ask this bank, eID or age key',
    detail: 'Choose another one, or use your ID or a wallet.',
  },
  voucher_away: {
    title: 'We can’t reach this bank, eID or age key',
    detail: 'Nothing is lost. Try again later, or prove your age another way.',
  },
  age_allowance_spent: {
    title: 'Subscription limit reached',
    detail: 'Please upgrade your plan to create more age verifications',
  },
  person_allowance_spent: {
    title: 'Subscription limit reached',
    detail: 'Please upgrade your plan to create more person verifications',
  },
  plan_required: {
    title: 'Upgrade Plan',
    detail: "The third party's photo and ID are part of the paid plans.",
  },
  checkout_authentication_required: {
    title: 'Authentication required',
    detail: 'You must be logged in to make a purchase',
  },
  price_unknown: {
    title: 'Checkout Error',
    detail: 'There was a problem initiating checkout. Please try again.',
  },
  return_url_foreign: {
    title: 'Checkout Error',
    detail: 'There was a problem initiating checkout. Please try again.',
  },
  payments_unavailable: {
    title: 'Checkout Error',
    detail: 'There was a problem connecting to our payment service. Please try again later.',
  },
  subscription_pending: { title: 'Subscription Pending', detail: 'Your subscription is being processed' },
  already_subscribed: {
    title: 'You already have this plan',
    detail: 'Use Manage billing to change or cancel it.',
  },
  billing_unavailable: { title: 'There is no billing to manage yet', detail: 'Choose a plan first.' },
  webhook_refused: {
    title: 'The signature is missing, wrong or too old',
    detail: 'The message was ignored.',
  },
  password_wrong: {
    title: 'Wrong password',
    detail: 'Type the password you log in with.',
  },
  mailed_code_wrong: {
    title: 'Wrong code',
    detail: 'Type the code from our newest email, or ask for a new one.',
  },
  mailbox_unproven: {
    title: 'Confirm your address again',
    detail: 'For your safety, access ends after half an hour.',
  },
  too_many_exports: { title: 'You’ve had several copies today', detail: `Please try again {wait}.` },
  record_not_found: {
    title: 'Record not found',
    detail: 'You can ask for a new link.',
  },
  record_not_sealed: {
    title: 'Your record is being sealed',
    detail: 'Please try again in a moment.',
  },
  record_code_required: { title: 'Confirm it’s you', detail: 'Enter the code we emailed you.' },
  record_code_wrong: {
    title: 'Wrong code',
    detail: 'The code is wrong or has ended. After five tries you need a new one.',
  },
  not_withdrawable: {
    title: 'Already withdrawn',
    detail: 'Nothing has changed.',
  },
  hold_after_withdrawal: {
    title: 'Consent was withdrawn',
    detail: 'You can no longer set a legal hold.',
  },
  hold_without_files: {
    title: 'We can’t keep these documents',
    detail: 'Their time is over, some are already deleted, or you’re no longer part of this record.',
  },
  hold_set_before: {
    title: 'You’ve already set a legal hold',
    detail: 'Each of you can set one per record.',
  },
  no_hold: {
    title: 'You have no legal hold',
    detail: 'It was lifted or has ended.',
  },
  draft_changed: {
    title: 'This draft changed elsewhere',
    detail: 'Nothing was overwritten.',
  },
  document_in_use: {
    title: 'This file is in use',
    detail: 'It’s deleted with the request that uses it.',
  },
  document_unknown: {
    title: 'Error saving data',
    detail: 'There was a problem saving your verification data',
  },
  file_missing: { title: 'Upload failed', detail: 'Choose a file.' },
  file_empty: { title: 'Upload failed', detail: 'The file is empty.' },
  file_type_refused: { title: 'Invalid file type', detail: 'Please upload a JPG or PNG image file' },
  file_too_large: { title: 'File too large', detail: 'Please upload a file smaller than 5MB' },
  file_damaged: {
    title: 'Upload failed',
    detail: 'The file is damaged. Use another.',
  },
  image_too_many_pixels: {
    title: 'File too large',
    detail: 'Use a smaller picture.',
  },
  pdf_locked: {
    title: 'Upload failed',
    detail: 'Save the PDF without a password, or take a photo.',
  },
  pdf_too_many_pages: {
    title: 'File too large',
    detail: `The PDF has more than ${pdfMaxPages} pages. Keep only those that show your ID.`,
  },
  pdf_too_complex: {
    title: 'Upload failed',
    detail: 'The PDF takes too long to read. Take a photo instead.',
  },
  storage_full: {
    title: 'Too many files',
    detail: 'Use or replace one of your files, or try again tomorrow.',
  },
  upload_unavailable: {
    title: 'Upload system issue',
    detail: 'Upload system is being prepared. Please try again in a moment.',
  },
  disk_full: {
    title: 'Upload system issue',
    detail: 'There’s no room for more files. Please try again later.',
  },
  signed_url_invalid: {
    title: 'Failed to get signed URL',
    detail: 'This file’s link has ended. Reload the page.',
  },
  missing_selfie: { title: 'Missing selfie', detail: 'Please take a photo of yourself' },
  missing_id_document: { title: 'Missing ID document', detail: 'Please upload a government ID' },
  missing_signature: { title: 'Missing signature', detail: 'Please type your full name as your signature' },
  consent_required: { title: 'Consent required', detail: 'Please confirm that you consent willingly' },
  agreement_required: { title: 'Agreement required', detail: 'Please agree to the additional terms' },
  identity_consent_required: {
    title: 'Identity consent required',
    detail: 'Please confirm your consent to identity sharing',
  },
  age_statement_required: {
    title: 'Age statement required',
    detail: 'Confirm that you’re 18 or over.',
  },
  age_not_read: {
    title: 'Your ID could not be read',
    detail: 'Add a clearer picture, or tell them that it can’t be read.',
  },
  age_not_proven: {
    title: 'Proof of age required',
    detail: 'Prove your age with a wallet.',
  },
})
