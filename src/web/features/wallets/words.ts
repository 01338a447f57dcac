import english from '../../../words/en/wallets.ts'
import { messages } from '../../../words/messages.ts'

export const words = messages('wallets', english)
