import { pdfMaxPages } from '../../domain/document.ts'
import { messages } from '../messages.ts'

/** The same for evidence, plans, privacy, records and uploads. */
export default messages('feature-problems', {
  reading_under_way: {
    title: 'Your ID is still being read',
    detail: 'Please wait a moment, then try again. Nothing is lost.',
  },
  own_address: {
    title: 'This is your own address',
    detail:
      'It is your own address, or another way to write it. The other person needs one of theirs: nobody completes their own request.',
  },
  asks_impossible: {
    title: 'This cannot be asked',
    detail:
      'Without a photo or an ID the age has to be proven with a wallet. Please choose what you ask for once more.',
  },
  wallet_proof_missing: {
    title: 'Proof of age required',
    detail: 'Please prove your own age with a wallet, or add your photo and your ID.',
  },
  reading_tries_spent: { title: 'No more tries', detail: 'An ID is read three times at most.' },
  reading_off: {
    title: 'IDs are not read here',
    detail: 'No ID is read on this installation at the moment.',
  },
  identity_check_off: {
    title: 'No provider is asked here',
    detail: 'This service has nobody who checks documents and faces. Please use your ID or a wallet.',
  },
  day_not_today: {
    title: 'The day on this device is not today',
    detail: 'Please correct the date of your phone or computer, and try again.',
  },
  identity_check_under_way: {
    title: 'Your document is being checked',
    detail: 'Please wait until the check has ended. It takes a few minutes at most.',
  },
  identity_provider_unavailable: {
    title: 'The check is not available',
    detail: 'The provider does not answer at the moment. Please try again later, or use your ID or a wallet.',
  },
  wallet_not_offered: {
    title: 'This wallet is not taken here',
    detail: 'No issuer of such a credential is known here. Please use your ID instead.',
  },
  wallet_session_not_found: {
    title: 'Nothing was asked of a wallet',
    detail: 'Please begin again in the browser in which you want to go on.',
  },
  wallet_session_over: {
    title: 'This request to a wallet is over',
    detail: 'It was answered, taken back or replaced, or its five minutes have passed. Please begin again.',
  },
  wallet_answer_refused: {
    title: 'The answer was not accepted',
    detail: 'The page on which you began says why. Nothing of the answer was kept.',
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
    title: 'The signature is missing, wrong or out of time',
    detail: 'Nothing was believed of this message.',
  },
  password_wrong: {
    title: 'That is not your password',
    detail: 'Please type the password that you log in with.',
  },
  mailed_code_wrong: {
    title: 'The code is not right',
    detail: 'Please type the code of the newest mail, or have a new one mailed.',
  },
  mailbox_unproven: {
    title: 'Please confirm your address again',
    detail: 'For your safety this ends after half an hour.',
  },
  too_many_exports: { title: 'You had several copies made today', detail: `Please try again {wait}.` },
  record_not_found: {
    title: 'Record not found',
    detail: 'The link may be incomplete or have ended. You can ask for a new one.',
  },
  record_not_sealed: {
    title: 'Your record is being sealed',
    detail: 'It is sealed as soon as possible. Please try again in a moment.',
  },
  record_code_required: { title: 'Confirm that it is you', detail: 'Enter the code that is mailed to you.' },
  record_code_wrong: {
    title: 'Wrong code',
    detail: 'The code is wrong or has ended. After five tries you need a new one.',
  },
  not_withdrawable: {
    title: 'Already withdrawn',
    detail: 'The consent was withdrawn before. Nothing was changed.',
  },
  hold_after_withdrawal: {
    title: 'Consent was withdrawn',
    detail: 'After that nobody can set a legal hold. Nothing was changed.',
  },
  hold_without_files: {
    title: 'These documents cannot be kept',
    detail:
      'Their own time is over, some were destroyed before, or you have no part in this record any more. Nothing was changed.',
  },
  hold_set_before: {
    title: 'You set a legal hold before',
    detail: 'Each of you can set one for a record, once. Nothing was changed.',
  },
  no_hold: {
    title: 'No legal hold of yours is in force',
    detail: 'It was lifted or has ended before. Nothing was changed.',
  },
  draft_changed: {
    title: 'This draft changed elsewhere',
    detail:
      'It was saved, finished or started over in another tab or on another device. Nothing was overwritten.',
  },
  document_in_use: {
    title: 'This file is in use',
    detail: 'A verification was made with it. It is destroyed with that one.',
  },
  document_unknown: {
    title: 'Error saving data',
    detail: 'There was a problem saving your verification data',
  },
  file_missing: { title: 'Upload failed', detail: 'Please choose a file.' },
  file_empty: { title: 'Upload failed', detail: 'The file is empty.' },
  file_type_refused: { title: 'Invalid file type', detail: 'Please upload a JPG or PNG image file' },
  file_too_large: { title: 'File too large', detail: 'Please upload a file smaller than 5MB' },
  file_damaged: {
    title: 'Upload failed',
    detail: 'The file is damaged or incomplete. Please try again or use another file.',
  },
  image_too_many_pixels: {
    title: 'File too large',
    detail: 'The image has too many pixels. Please use a smaller picture.',
  },
  pdf_locked: {
    title: 'Upload failed',
    detail: 'The PDF asks for a password. Please save it without one, or take a photo of your ID.',
  },
  pdf_too_many_pages: {
    title: 'File too large',
    detail: `The PDF has more than ${pdfMaxPages} pages. Please keep only the pages that show your ID.`,
  },
  pdf_too_complex: {
    title: 'Upload failed',
    detail: 'Drawing the pages of this PDF takes too long. Please take a photo of your ID instead.',
  },
  storage_full: {
    title: 'Too many files',
    detail:
      'Too many files that were uploaded are not used yet. Use or replace one of them, or try again tomorrow.',
  },
  upload_unavailable: {
    title: 'Upload system issue',
    detail: 'Upload system is being prepared. Please try again in a moment.',
  },
  disk_full: {
    title: 'Upload system issue',
    detail: 'There is no room for more files at the moment. Please try again later.',
  },
  signed_url_invalid: {
    title: 'Failed to get signed URL',
    detail: 'The address of this file has ended. Please reload the page.',
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
    detail: 'Please confirm that you are 18 or over. Whoever is younger cannot take part.',
  },
  age_not_read: {
    title: 'Your ID could not be read',
    detail:
      'You are asked for an ID from which your age can be read. Please add a clearer picture of it, or tell the person who asked you that it cannot be read.',
  },
  age_not_proven: {
    title: 'Proof of age required',
    detail: 'You are asked to prove your age with a wallet. Please do so before you submit.',
  },
})
