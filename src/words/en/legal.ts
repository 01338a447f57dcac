import { messages } from '../messages.ts'

/** The texts around the legal pages. */
export default messages('legal', {
  contents: 'On this page',
  updated: 'Last updated {day}',
  /** On a page whose text isn't translated. */
  englishOnly: 'This page is in English only.',
  /** After a press of “Copy email” (PUBLIC-15). */
  copied: 'Copied!',
  copiedNext: 'Email address copied to clipboard',
  copyFailed: 'Failed to copy',
  copyFailedNext: 'Please try again or copy manually',
})
