import { messages } from '../messages.ts'

/** The show/hide button of a password field, and the field of a mailed code. */
export default messages('fields', {
  show: 'Show password',
  hide: 'Hide password',
  code: 'Code',
  codeHint: 'Six digits, from the email we just sent',
  longCodeHint: 'Eight digits, from the email we just sent',
})
