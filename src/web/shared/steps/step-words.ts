import english from '../../../words/en/steps.ts'
import { messages } from '../../../words/messages.ts'

/** What every page with steps says. */
export const stepWords = messages('steps', english)
