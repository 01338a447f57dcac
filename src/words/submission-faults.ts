import english from './en/submission-faults.ts'
import { messages } from './messages.ts'

/** What is said when something is missing, by server and page alike (SUBMIT-1, SUBMIT-11). */
export const submissionFaultWords = messages('submission-faults', english)
