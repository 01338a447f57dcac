import { maximumAgeYears } from '../../domain/account/limits.ts'
import { messages } from '../messages.ts'

/** The messages of invalid fields, except those of an account. */
export default messages('field-messages', {
  tooLong: 'Use at most {max} characters',
  notPlain: 'Type this again without hidden characters',
  notOneLine: 'Use one line with at least one letter or number, and no hidden characters',
  statedAge: `Enter a whole number of years, from 1 to ${maximumAgeYears}`,
  validDate: 'Enter a valid date',
  signatureToday: 'Date your signature today',
  passwordRequired: 'Enter your password',
  codeRequired: 'Enter the code',
  fullNameRequired: 'Enter your full name',
  /** The specified messages for issues without a message in their schema (ERROR-5). */
  standard: {
    required: 'Required',
    unexpected: 'Expected {expected}, received {received}',
    email: 'Invalid email',
    atLeast: 'String must contain at least {count} character(s)',
    atMost: 'String must contain at most {count} character(s)',
  },
})
