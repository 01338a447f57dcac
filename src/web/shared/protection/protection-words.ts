import english from '../../../words/en/protection.ts'
import { messages } from '../../../words/messages.ts'

export const protectionWords = messages('protection', english)
