import english from '../../../words/en/landing-pictures.ts'
import { messages } from '../../../words/messages.ts'

/** What the three pictures show, for whoever does not see them, and what stands below each. */
export const pictureWords = messages('landing-pictures', english)
