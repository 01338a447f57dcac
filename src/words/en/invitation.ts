import { messages } from '../messages.ts'

export default messages('invitation', {
  /** How far the mailed link came, wherever that is said: what is known, and what stands before the moment since when. */
  states: {
    queued: {
      says: 'We are mailing the link to them too. It is waiting to be handed to the mail server.',
      since: 'Since',
    },
    delayed: {
      says: 'The mail server has not accepted the invitation yet. It is tried again by itself.',
      since: 'Since',
    },
    accepted: {
      says: 'The mail server has accepted the invitation; whether it reached them, only they can tell.',
      since: 'Accepted',
    },
    address_refused: {
      says: 'The mail server says that there is no such address. Please correct it, or share the link yourself.',
      since: 'Refused',
    },
    message_refused: {
      says: 'The mail server refused the message. Please share the link yourself, or try again later.',
      since: 'Refused',
    },
    gave_up: {
      says: 'No mail server took the invitation for days. Please check the address, or share the link yourself.',
      since: 'Given up',
    },
    unconfirmed: {
      says: 'We have not mailed it to them, because your own email address was not confirmed: please share it yourself. Until you confirm your address we mail nobody for you, not even a code that they may need.',
      since: '',
    },
    limited: {
      says: 'We have not mailed it to them, because their address had enough invitations for a while: please share it yourself.',
      since: '',
    },
  },
  /** Above those that need somebody to do something. */
  notAcceptedTitle: 'The invitation was not accepted',
})
