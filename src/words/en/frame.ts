import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** The texts of every page. */
export default messages('frame', {
  home: `${productName} home`,
  skip: 'Skip to content',
  exit: 'Exit this page',
  loading: 'Loading…',
  /** The button in the corner of a dialog. */
  close: 'Close',
  language: 'Language',
  /** Before the title of a page whose form was refused. */
  faulty: 'Error:',
  /** Replaces a page that couldn't be shown. */
  pageFailure: {
    brokenPage: 'This page didn’t load',
    notStarted: 'This page didn’t load completely. Check your connection.',
    noScript: 'This service needs JavaScript. Turn it on, then reload the page.',
    brokenPageNext: 'Something went wrong. Check your connection, then reload.',
    reload: 'Reload',
    home: 'Return to Home',
  },
  /** For a failure without a known reason. */
  failure: {
    notReached: 'We couldn’t reach the server. Please check your connection and try again.',
    connection: 'Please check your connection and try again.',
    unexpected: 'An error occurred',
    unexpectedNext: 'Please try again later',
    payments: 'There was a problem connecting to our payment service. Please try again later.',
    noAnswer: 'No data received from server',
    dismiss: 'Dismiss message',
  },
})
