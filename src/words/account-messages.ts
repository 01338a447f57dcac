import english from './en/account-messages.ts'
import { messages } from './messages.ts'

/** The words for each field of the account forms (SIGNUP-4), and for what goes beyond a limit of ours. */
export const accountMessages = messages('account-messages', english)
