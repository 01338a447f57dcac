import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** The texts of every page. */
export default messages('frame', {
  home: `${productName} home`,
  skip: 'Skip to content',
  /** In place of a page that could not be shown. */
  pageFailure: {
    brokenPage: 'This page did not load',
    notStarted: 'This page did not load completely. Check your connection.',
    noScript: 'This service needs JavaScript. Please turn it on, then reload the page.',
    brokenPageNext: 'Something went wrong. Please try again.',
    reload: 'Reload',
    home: 'Return to Home',
  },
  /** For a failure without a known reason. */
  failure: {
    notReached: 'The server could not be reached. Please check your connection and try again.',
    unexpected: 'An error occurred',
    unexpectedNext: 'Please try again later',
    payments: 'There was a problem connecting to our payment service. Please try again later.',
    loginToBuy: 'You must be logged in to make a purchase',
    noAnswer: 'No data received from server',
    dismiss: 'Dismiss message',
  },
})
