import { messages } from '../messages.ts'

/** Everything the link card says (LINK). */
export default messages('link', {
  title: 'Verification link',
  expired: 'Link expired',
  expiredRule: 'A link expires once its verification is no longer pending.',
  copy: 'Copy link',
  share: 'Share link',
  open: 'Open link',
  showCode: 'Show a code to scan',
  hideCode: 'Hide the code',
  code: 'Code with the verification link',
  codeHint: 'Somebody beside you can scan it with their phone.',
  copied: 'Copied!',
  copiedText: 'Verification link copied to clipboard',
  copyFailed: 'Failed to copy',
  copyFailedText: 'Please try again or copy manually',
  shared: 'Shared!',
  sharedText: 'The link is on its way.',
  shareFailed: 'Failed to share',
  shareFailedText: 'Please copy the link and send it yourself.',
  shareUnsupported: 'Sharing not supported',
  shareUnsupportedText: 'Please copy the link and send it yourself.',
  /** The text below the heading, by status. */
  byStatus: {
    pending: 'Share this link with the other person to complete the verification process.',
    verified: 'This verification has been completed and the link is no longer accessible.',
    rejected: 'This verification was rejected and the link is no longer accessible.',
    withdrawn: 'Consent was withdrawn and the link is no longer accessible.',
    expired: 'This verification was not completed in time and the link is no longer accessible.',
    cancelled: 'This verification was cancelled and the link is no longer accessible.',
  },
  invitation: {
    /** How far the mailed link came, wherever that is said: what is known, and what stands before the moment since when. */
    states: {
      queued: {
        says: 'We are mailing the link to them too. It is waiting to be handed to the mail server.',
        since: 'Since',
      },
      delayed: {
        says: 'The mail server has not accepted the invitation yet. It is tried again by itself.',
        since: 'Since',
      },
      accepted: {
        says: 'The mail server has accepted the invitation; whether it reached them, only they can tell.',
        since: 'Accepted',
      },
      address_refused: {
        says: 'The mail server says that there is no such address. Please correct it, or share the link yourself.',
        since: 'Refused',
      },
      message_refused: {
        says: 'The mail server refused the message. Please share the link yourself, or try again later.',
        since: 'Refused',
      },
      gave_up: {
        says: 'No mail server took the invitation for days. Please check the address, or share the link yourself.',
        since: 'Given up',
      },
      unconfirmed: {
        says: 'We have not mailed it to them, because your own email address was not confirmed: please share it yourself. Until you confirm your address we mail nobody for you, not even a code that they may need.',
        since: '',
      },
      limited: {
        says: 'We have not mailed it to them, because their address had enough invitations for a while: please share it yourself.',
        since: '',
      },
    },
    /** Above those that need somebody to do something. */
    notAcceptedTitle: 'The invitation was not accepted',
  },
})
