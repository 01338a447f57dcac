import { messages } from '../messages.ts'

/** What every page with steps says. */
export default messages('steps', {
  stepOf: 'Step {number} of {of}',
  unfinished: 'not finished',
  previous: 'Previous',
  next: 'Next',
  required: 'What is marked with * is needed.',
})
