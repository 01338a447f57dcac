import { messages } from '../messages.ts'

/** The texts of the link card (LINK). */
export default messages('link', {
  title: 'Verification link',
  expired: 'Link expired',
  expiredRule: 'A link expires once its request is no longer pending.',
  copy: 'Copy link',
  share: 'Share link',
  open: 'Open link',
  showCode: 'Show a code to scan',
  hideCode: 'Hide the code',
  code: 'Code with the verification link',
  codeHint: 'Someone next to you can scan it.',
  copied: 'Copied!',
  copiedText: 'Verification link copied to clipboard',
  copyFailed: 'Failed to copy',
  copyFailedText: 'Please try again or copy manually',
  shared: 'Shared!',
  sharedText: 'You shared the link.',
  shareFailed: 'Failed to share',
  shareFailedText: 'Copy the link and send it yourself.',
  shareUnsupported: 'Sharing not supported',
  /** The text below the heading, by status. */
  byStatus: {
    pending: 'Share this link with the other person to complete the verification process.',
    verified: 'This verification has been completed and the link is no longer accessible.',
    rejected: 'This verification was rejected and the link is no longer accessible.',
    withdrawn: 'Consent was withdrawn.',
    expired: 'This request was not completed in time.',
    cancelled: 'This request was cancelled.',
  },
  invitation: {
    /** The delivery states of the mailed link: the known state, and the time of its start. */
    states: {
      queued: {
        says: 'The link is waiting to be emailed to them.',
        since: 'Since {at}',
      },
      delayed: {
        says: 'Their email server hasn’t accepted the invitation yet. We’ll keep trying.',
        since: 'Since {at}',
      },
      accepted: {
        says: 'We can’t tell if our email arrived or was read.',
        since: 'Invited {at}.',
      },
      address_refused: {
        says: 'Their email server says this address doesn’t exist. Correct it, or share the link yourself.',
        since: 'Refused {at}',
      },
      message_refused: {
        says: 'Their email server refused the message. Share the link yourself, or try again later.',
        since: 'Refused {at}',
      },
      gave_up: {
        says: 'No email server has taken the invitation for days. Check the address, or share the link yourself.',
        since: 'Given up {at}',
      },
      unconfirmed: {
        says: 'We can email it, and a code they may need, once you confirm your email address. Until then, please share it yourself.',
      },
      limited: {
        says: 'This address has had enough invitations for now. Share the link yourself.',
      },
    },
    /** Where the creator has confirmed their address since the request was made. */
    confirmedSince:
      'We haven’t emailed it: your address wasn’t confirmed then. Resend it now, or share it yourself.',
    /** Above the states that require action. */
    notAcceptedTitle: 'We couldn’t deliver the invitation',
  },
})
