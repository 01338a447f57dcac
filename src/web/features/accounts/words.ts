import english from '../../../words/en/accounts.ts'
import { messages } from '../../../words/messages.ts'

/** The words of signing in, signing up and new passwords (SIGNUP, SIGNIN, PASSWORD). */
export const words = messages('accounts', english)
