import english from '../../../words/en/identity-checks.ts'
import { messages } from '../../../words/messages.ts'

/** Everything that is said about a check by the provider (PROVIDER). */
export const { words, faultWords } = messages('identity-checks', english)
