import english from '../../../../words/en/wizard.ts'
import { messages } from '../../../../words/messages.ts'

/** Everything both wizards say (CREATE, AGE, PERSON). */
export const wizardWords = messages('wizard', english)
