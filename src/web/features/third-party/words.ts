import english from '../../../words/en/gate.ts'
import { messages } from '../../../words/messages.ts'

/** Everything the public page says before its form is loaded (GATE). */
export const words = messages('gate', english)

/** How long 'Email verified' stands before the form comes (GATE-7). */
export const emailVerifiedDelayMs = 1000
