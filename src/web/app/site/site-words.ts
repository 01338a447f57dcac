import english from '../../../words/en/site.ts'
import { messages } from '../../../words/messages.ts'

/** The words of the bar and the footer around the public pages (PUBLIC). */
export const siteWords = messages('site', english)
