import english from '../../../../words/en/person-verification.ts'
import { messages } from '../../../../words/messages.ts'

export const words = messages('person-verification', english)
