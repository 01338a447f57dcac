import english from '../../../../words/en/age-verification.ts'
import { messages } from '../../../../words/messages.ts'

export const words = messages('age-verification', english)
