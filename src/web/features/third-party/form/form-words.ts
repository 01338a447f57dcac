import english from '../../../../words/en/form.ts'
import { messages } from '../../../../words/messages.ts'

/** Everything the form behind the gate says. */
export const formWords = messages('form', english)
