import english from '../../../words/en/plans.ts'
import { messages } from '../../../words/messages.ts'

/** The words of the plan pages (PLAN, PAY). */
export const words = messages('plans', english)
