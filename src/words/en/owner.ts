import { messages } from '../messages.ts'
import offers from './offers.ts'

/** Everything the owner's views say (OWNER). */
export default messages('owner', {
  pageTitle: 'Consent Form',
  personPageTitle: 'Person Verification',
  loading: 'Loading consent form details...',
  errorTitle: 'Error',
  invalidId: 'Invalid form ID',
  notLoaded: 'Failed to load consent form details',
  notYours: 'You do not have permission to view this form',
  personNotFound: 'Person verification not found',
  unexpected: 'An unexpected error occurred',
  returnToHistory: 'Return to History',
  backToDashboard: 'Back to Dashboard',
  backToHistory: 'Back to History',
  tryAgain: 'Try Again',
  outdated: 'This page could not be brought up to date. What you see may have changed.',

  verified: 'Verification Complete',
  verifiedText: 'Both of you have signed. The record is closed and can no longer be changed.',
  awaiting: 'Awaiting Third Party Verification',
  awaitingText:
    'The other person has to open the link and complete it. This page changes by itself when they are done.',
  closed: {
    rejected: 'It was not completed. Whatever the other person had added was destroyed.',
    withdrawn: 'Consent was withdrawn. That the record was made remains on record.',
    expired: 'The request was not completed in time and has closed.',
    cancelled: 'You cancelled this request. Whatever the other person had added was destroyed.',
  },

  reference: 'Reference',
  formId: 'Form ID',
  created: 'Created',
  verifiedAt: 'Completed',
  sentTo: 'For',
  phone: 'Phone',
  erased: 'The details of the third party are erased',
  erasedOn: 'Erased',
  erasedNext: 'A request that came to nothing keeps them for 30 days at most; its row and its history stay.',
  emailProof: "Third party's email",
  emailProofs: {
    matched: 'Typed by the third party and equal to the one above',
    code: 'Confirmed by a code sent to it',
  },

  documents: 'Verification documents',
  documentsLater: "The third party's photo and ID appear here once the verification is complete.",
  locked: {
    paid_plan: `{name} opens with a paid plan of yours: ${offers.paid}.`,
    payment: '{name} opens as soon as the payment for your plan is confirmed.',
  },
  seePlans: 'View Plans',
  destroyed: '{name} was destroyed.',

  cancel: 'Cancel request',
  cancelTitle: 'Cancel this request?',
  cancelText:
    'The link stops working at once, and whatever the other person has added is destroyed. It still counts as one of this month.',
  cancelConfirm: 'Cancel request now',
  cancelKeep: 'Keep it open',
  cancelled: 'Request cancelled',
  cancelFailed: 'The request could not be cancelled',
  invite: 'Resend invitation',
  invited: 'Invitation queued again',
  invitedText: 'The page says when the mail server has accepted it.',
  inviteFailed: 'The invitation could not be sent',
  invitedEnough: 'They were invited a few times already. {when} Or share the link yourself.',
  correct: 'Correct email address',
  correctTitle: 'Correct their email address',
  correctText:
    'From now on only the corrected address opens the link, and we mail it there if we may. Whatever was added with the old one is destroyed.',
  correctLabel: 'Their email address',
  correctConfirm: 'Correct and invite',
  correctKeep: 'Leave it',
  correctFailed: 'The address could not be corrected',
  corrected: 'Address corrected',
  correctedTexts: {
    queued: 'We are mailing the link to the corrected address.',
    unconfirmed:
      'We have not mailed the link, because your own email address is not confirmed yet: please share it yourself.',
    limited:
      'We have not mailed the link, because this address gets no more invitations for a while: please share it yourself.',
  },
  sameAddress: 'It is the same address as before, so nothing was changed.',
  correctedEnough: 'The address was corrected a few times already. {when} Or share the link yourself.',

  networkText: 'Please check your connection and try again.',
})
