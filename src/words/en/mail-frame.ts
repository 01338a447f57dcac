import { messages } from '../messages.ts'

/** The texts of every mail. */
export default messages('mail-frame', {
  address: 'If the button doesn’t work, open this address:',
  /** How a mail names what it is about, in words that its page has too. */
  choices: 'Stop these emails, or report this request',
  reference: 'Reference {reference}, as on the page.',
})
