import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/**
 * The texts of the email choices of people who are asked, on the page of an email's footer and behind a link (BLOCK).
 */
export default messages('email-choices', {
  title: 'Emails about requests',
  lead: 'Choose which emails you get. This page is about request {reference}.',
  sender: {
    title: 'This sender',
    text: 'Stop emails about this sender’s requests.',
    on: 'You don’t get emails about this sender’s requests.',
    block: 'Block this sender',
    undo: 'Unblock this sender',
  },
  all: {
    title: 'Everyone',
    text: `Stop emails about requests from anyone who uses ${productName} here.`,
    on: `You don’t get emails about requests from anyone who uses ${productName} here.`,
    block: 'Stop all requests by email',
    undo: 'Allow requests by email',
  },
  report: {
    title: 'Something wrong?',
    text: 'Report this request to the people who run this service.',
    button: 'Report this request',
    done: 'Reported. Thank you.',
  },
  untold: 'We don’t tell the sender any of this.',
  still: 'You still get emails about a record you signed, and codes that are asked for.',
  failed: 'That didn’t work',
  tryAgain: 'Try again',
  loading: 'Looking…',
  invalid: 'This link doesn’t work',
  invalidText: 'Open it again from the email, or copy the whole address.',

  blocked:
    'Blocked. We won’t email you about this sender’s requests, except a code that’s asked for. We don’t tell them.',
  reported: 'Reported. Thank you. We don’t tell the sender.',
})
