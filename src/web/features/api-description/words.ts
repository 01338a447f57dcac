import english from '../../../words/en/api-description.ts'
import { messages } from '../../../words/messages.ts'

/** Everything that the page about the API says beside the description itself. */
export const words = messages('api-description', english)
