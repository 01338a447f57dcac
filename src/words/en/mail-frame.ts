import { messages } from '../messages.ts'

/** The texts of every mail. */
export default messages('mail-frame', {
  address: 'If the button doesn’t work, open this address:',
  /** A mail's subject, in the same words as on its page. */
  choices: 'Stop these emails, or report this request',
  choicesAt: 'Stop these emails, or report this request:',
  reference: 'Reference {reference}, as on the page.',
})
