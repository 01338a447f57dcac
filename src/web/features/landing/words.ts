import english from '../../../words/en/landing.ts'
import { messages } from '../../../words/messages.ts'

/** The words of the landing page (PUBLIC). */
export const words = messages('landing', english)
