import { messages } from '../messages.ts'

/** The texts about refusing a request (NO). */
export default messages('saying-no', {
  hint: 'You may decline at any step.',
  no: 'No, thank you',
  title: 'How do you want to say no?',
  deleted: 'Either way, what you added here is deleted at once.',
  declineText: '{name} sees that the request was rejected, nothing more.',
  addReason: 'Add a reason',
  reason: 'Reason',
  reasonHint: 'Optional. {name} never sees it; only the people who run this service can.',
  decline: 'Decline',
  privateText: '{name} sees an unanswered request until it expires. We stop emailing you about it.',
  private: 'I don’t want this, and I don’t want them to know',
  keep: 'Go back',
  failed: 'We couldn’t save your answer',
  unclear: 'We don’t know if your answer arrived',

  declined: 'You declined this request',
  saidNo: 'You said no. We don’t tell {name}.',
  sees: 'What {name} sees',
  seesDeclined: 'That the request was rejected, nothing more. The link no longer works.',
  seesPrivate: 'An unanswered request until {day}, then an expired one.',
  later: 'If you change your mind',
  laterText:
    'The link still works until {day}. Without a code from your email it looks unanswered. We email you only if you ask for a code there, or answer.',
  answer: 'Answer after all',
  held: 'What is held',
  heldDeclined:
    'What you added is deleted. What {name} typed about you is erased in {days} days, or as soon as you erase it.',
  heldPrivate:
    'What you added is deleted. If you added something in another browser without a code, that goes when the request closes. What {name} typed about you is erased {days} days after the request closes. Erasing it sooner would tell them.',
  more: 'Don’t want to hear from {name} here again?',
  help: 'If you need help',
  helpIn: '{country}: {name}, {contact}',
  emergency: 'If you’re in danger, call your local emergency number.',
})
