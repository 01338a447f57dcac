import { messages } from '../messages.ts'

/** The specified wording of what a schema has no words of its own for (ERROR-5). */
export default messages('default-wording', {
  required: 'Required',
  unexpected: 'Expected {expected}, received {received}',
  email: 'Invalid email',
  atLeast: 'String must contain at least {count} character(s)',
  atMost: 'String must contain at most {count} character(s)',
})
