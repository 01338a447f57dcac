import { messages } from '../messages.ts'

/** What is said where nothing more is known of a failure. */
export default messages('failures', {
  notReached: 'The server could not be reached. Please check your connection and try again.',
  unexpected: 'An error occurred',
  unexpectedNext: 'Please try again later',
  payments: 'There was a problem connecting to our payment service. Please try again later.',
  loginToBuy: 'You must be logged in to make a purchase',
  noAnswer: 'No data received from server',
  dismiss: 'Dismiss message',
})
