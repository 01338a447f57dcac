import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** What stands on every page. */
export default messages('frame', {
  home: `${productName} home`,
  skip: 'Skip to content',
  /** What stands where a page could not be shown. */
  failure: {
    brokenPage: 'This page did not load',
    notStarted: 'This page did not load completely. Check your connection.',
    noScript: 'This service needs JavaScript. Please turn it on, then reload the page.',
    brokenPageNext: 'Something went wrong. Please try again.',
    reload: 'Reload',
    home: 'Return to Home',
  },
})
