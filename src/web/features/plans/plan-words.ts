import english from '../../../words/en/own-plan.ts'
import { messages } from '../../../words/messages.ts'

/** The words of a person's plan and of what is left of it (PLAN, USAGE). */
export const planWords = messages('own-plan', english)
