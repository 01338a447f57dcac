import english from './en/field-messages.ts'
import { messages } from './messages.ts'

/** What is said of a field that cannot be taken as it is, beside those of an account. */
export const fieldMessages = messages('field-messages', english)
