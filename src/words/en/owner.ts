import { messages } from '../messages.ts'
import offers from './offers.ts'

/** The texts of the owner's views (OWNER). */
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
  outdated: 'We couldn’t update this page. It may be out of date.',

  awaiting: 'Awaiting Third Party Verification',
  awaitingText: 'This page updates by itself.',
  closed: {
    rejected: 'What the other person had added is deleted.',
    withdrawn: 'Consent was withdrawn. The record stays as proof.',
    expired: 'The request wasn’t completed in time and has closed.',
    cancelled: 'You cancelled it. What the other person had added is deleted.',
  },

  reference: 'Reference',
  created: 'Created {at}',
  verifiedAt: 'Completed',
  sentTo: 'For',
  requestFor: 'For {name}, {email}',
  phone: 'Phone',
  erased: 'The other person’s details are erased',
  erasedOn: 'Erased {at}.',
  erasedNext: 'A request that wasn’t completed keeps them for 30 days at most.',
  emailProof: "Third party's email",
  emailProofs: {
    matched: 'They typed the address above',
    code: 'Confirmed with a code we emailed',
  },

  documents: 'Verification documents',
  documentsLater: 'If they give a photo or an ID, it appears here once you’ve both signed.',
  locked: {
    paid_plan: `You can open {name}’s {files} with a paid plan: ${offers.paid}.`,
    payment: 'You can open {name}’s {files} once the payment for your plan is confirmed.',
  },
  lockedFiles: { both: 'photo and ID', photo: 'photo', id: 'ID' },
  seePlans: 'View Plans',

  cancel: 'Cancel request',
  cancelTitle: 'Cancel this request?',
  cancelText:
    'The link stops working at once, and what the other person has added is deleted. The request still counts this month.',
  cancelConfirm: 'Cancel request now',
  cancelKeep: 'Keep it open',
  cancelled: 'Request cancelled',
  cancelFailed: 'We couldn’t cancel the request',
  invite: 'Resend invitation',
  invited: 'We’re sending the invitation again',
  inviteFailed: 'We couldn’t send the invitation',
  invitedEnough: 'You’ve invited them a few times already. {when} Or share the link yourself.',
  correct: 'Correct email address',
  correctTitle: 'Correct their email address',
  correctText:
    'From now on only the corrected address opens the link. What was added with the old one is deleted.',
  correctLabel: 'Their email address',
  correctConfirm: 'Correct and invite',
  correctKeep: 'Leave it',
  correctFailed: 'We couldn’t correct the address',
  corrected: 'Address corrected',
  correctedTexts: {
    queued: 'We’re emailing the link to the corrected address.',
    unconfirmed: 'Your own address isn’t confirmed yet, so please share the link yourself.',
    limited: 'This address has had enough invitations for now, so please share the link yourself.',
  },
  sameAddress: 'It’s the same address as before.',
  correctedEnough: 'You’ve corrected the address a few times already. {when} Or share the link yourself.',
})
