import { messages } from '../messages.ts'

/** The texts of every page with steps. */
export default messages('steps', {
  step: 'Step',
  numberOf: '{number} of {of}',
  /** The title of the browser's tab. */
  title: 'Step {number} of {of}: {name}',
  unfinished: 'not finished',
  previous: 'Previous',
  next: 'Next',
  continue: 'Continue',
  required: '* means required.',
})
