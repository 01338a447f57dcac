import english from '../../../../words/en/created-title.ts'
import { messages } from '../../../../words/messages.ts'

const words = messages('created-title', english)

/** What is said once there is a link: in passing, and at the top of its page. */
export const writeCreatedTitle = (): string => words.title
