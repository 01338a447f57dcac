import { messages } from '../messages.ts'

/** The texts around the feedback dialog before it is downloaded. */
export default messages('feedback', {
  open: 'Give feedback',
  notLoaded: 'We couldn’t load the form',
  notLoadedNext: 'Please check your connection and try again.',
})
