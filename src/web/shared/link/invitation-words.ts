import english from '../../../words/en/invitation.ts'
import { messages } from '../../../words/messages.ts'

/** How far the mailed link came, wherever that is said: what is known, and what stands before the moment since when. */
export const { invitationTexts, notAcceptedTitle } = messages('invitation', english)
