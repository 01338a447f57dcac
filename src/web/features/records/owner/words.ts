import english from '../../../../words/en/owner.ts'
import { messages } from '../../../../words/messages.ts'

/** Everything the owner's views say (OWNER). */
export const words = messages('owner', english)
