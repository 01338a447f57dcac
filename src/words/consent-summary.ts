import english from './en/consent-summary.ts'
import { messages } from './messages.ts'

/** What the consent text comes to in five sentences (FORM-15). */
export const consentSummaryWords = messages('consent-summary', english)
