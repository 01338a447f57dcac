import english from '../../../../words/en/created.ts'
import { messages } from '../../../../words/messages.ts'

/** Everything that the page of a link that was created says (CREATE-16, CREATE-24). */
export const words = messages('created', english)
