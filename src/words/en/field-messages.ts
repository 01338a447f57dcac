import { maximumAgeYears } from '../../domain/account/limits.ts'
import { messages } from '../messages.ts'

/** The messages of invalid fields, except those of an account. */
export default messages('field-messages', {
  tooLong: 'Please use at most {max} characters',
  notPlain: 'Please type this again without hidden characters',
  notOneLine: 'Please use one line with at least one letter or number, and no hidden characters',
  statedAge: `Please enter a whole number of years, from 1 to ${maximumAgeYears}`,
  validDate: 'Please enter a valid date',
  signatureToday: 'Please date your signature today',
  passwordRequired: 'Please enter your password',
  codeRequired: 'Please enter the code',
  fullNameRequired: 'Please enter your full name',
  /** The specified messages for issues without a message in their schema (ERROR-5). */
  standard: {
    required: 'Required',
    unexpected: 'Expected {expected}, received {received}',
    email: 'Invalid email',
    atLeast: 'String must contain at least {count} character(s)',
    atMost: 'String must contain at most {count} character(s)',
  },
})
