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
  /** What stands below the heading, by status. */
  byStatus: {
    pending: 'Share this link with the other person to complete the verification process.',
    verified: 'This verification has been completed and the link is no longer accessible.',
    rejected: 'This verification was rejected and the link is no longer accessible.',
    withdrawn: 'Consent was withdrawn and the link is no longer accessible.',
    expired: 'This verification was not completed in time and the link is no longer accessible.',
    cancelled: 'This verification was cancelled and the link is no longer accessible.',
  },
})
