import english from './en/hold-reason.ts'
import { messages } from './messages.ts'

/** What is wrong with the reason of a legal hold, the same below the field and in the refusal of the server (HOLD-2). */
export const holdReasonWords = messages('hold-reason', english)
