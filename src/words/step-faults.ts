import english from './en/step-faults.ts'
import { messages } from './messages.ts'

/** Why a step of a wizard cannot be left, in the words that pages and server say (CREATE-5). */
export const stepFaultWords = messages('step-faults', english)
