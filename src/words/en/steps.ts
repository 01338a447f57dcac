/** What every page with steps says. */
export default {
  stepOf: 'Step {number} of {of}',
  unfinished: 'not finished',
  previous: 'Previous',
  next: 'Next',
  required: 'What is marked with * is needed.',
} as const
