import { messages } from '../messages.ts'

/** The texts in place of a part of a page that couldn't be downloaded. */
export default messages('part', {
  notLoaded: 'This part didn’t load. Please check your connection.',
  tryAgain: 'Try again',
})
