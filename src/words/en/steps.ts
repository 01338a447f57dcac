import { messages } from '../messages.ts'

/** The texts of every page with steps. */
export default messages('steps', {
  /** The position, seen alone, and heard with the words around it. */
  numberOf: '{number} of {of}',
  heard: 'Step {numberOf}, {name}',
  /** The title of the browser's tab. */
  title: 'Step {number} of {of}: {name}',
  unfinished: '{name}, not finished',
  previous: 'Previous',
  next: 'Next',
  continue: 'Continue',
  required: '* means required.',
})
