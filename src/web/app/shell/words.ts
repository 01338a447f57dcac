import english from '../../../words/en/shell.ts'
import { messages } from '../../../words/messages.ts'

/** The words around every page of somebody who is signed in (SHELL). */
export const words = messages('shell', english)
