import { messages } from '../messages.ts'

/** The texts of the page for an unknown address (PAGE-5). */
export default messages('not-found', {
  pageTitle: 'Page not found',
  title: 'Oops! Page not found',
  text: 'The address may be mistyped, or the page has moved.',
  home: 'Return to Home',
})
