import english from './en/guessable-password.ts'
import { messages } from './messages.ts'

/** Why a password is guessed in a moment, in plain words. The same sentence stands below the field and in the refusal of the server. */
export const guessableWords = messages('guessable-password', english)
