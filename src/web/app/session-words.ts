import english from '../../words/en/session.ts'
import { messages } from '../../words/messages.ts'

/** What a session says when it begins and ends. */
export const sessionWords = messages('session', english)
