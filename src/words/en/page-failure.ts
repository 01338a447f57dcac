import { messages } from '../messages.ts'

/** What stands where a page could not be shown. */
export default messages('page-failure', {
  brokenPage: 'This page did not load',
  notStarted: 'This page did not load completely. Check your connection.',
  noScript: 'This service needs JavaScript. Please turn it on, then reload the page.',
  brokenPageNext: 'Something went wrong. Please try again.',
  reload: 'Reload',
  home: 'Return to Home',
})
