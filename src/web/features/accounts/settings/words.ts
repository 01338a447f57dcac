import english from '../../../../words/en/settings.ts'
import { messages } from '../../../../words/messages.ts'

/** The words of the account settings (SETTINGS). */
export const words = messages('settings', english)
