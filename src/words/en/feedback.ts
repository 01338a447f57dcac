/** What is said around the feedback dialog before it is downloaded. */
export default {
  open: 'Give feedback',
  notLoaded: 'The form could not be loaded',
  notLoadedNext: 'Please check your connection and try again.',
} as const
