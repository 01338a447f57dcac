import { messages } from '../messages.ts'

/** The words of the page for any address that is not one of our pages (PAGE-5). */
export default messages('not-found', {
  pageTitle: 'Page not found',
  title: 'Oops! Page not found',
  text: 'The address may be mistyped, or the page has moved.',
  home: 'Return to Home',
})
