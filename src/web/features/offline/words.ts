import english from '../../../words/en/offline.ts'
import { messages } from '../../../words/messages.ts'

export const words = messages('offline', english)
