import { messages } from '../messages.ts'

/** How long a consent is valid (VALID). Only the creator's choice mentions "until withdrawn". */
export default messages('validity', {
  label: 'How long the consent is valid',
  choices: {
    '24_hours': '24 hours',
    '7_days': '7 days',
    until_withdrawn: 'Until withdrawn',
  },
  hint: 'The time starts when the other person submits. Either of you can withdraw earlier. The record stays.',
  chosen: {
    '24_hours': 'Valid for 24 hours after they submit.',
    '7_days': 'Valid for 7 days after they submit.',
    until_withdrawn: 'Valid until withdrawn.',
  },
  setEnd: 'Set a time limit',
  changeEnd: 'Change the time limit',
  validFor: 'Valid for',
  /** For the third party, before they sign. */
  afterYou: {
    '24_hours': '24 hours from the moment you submit.',
    '7_days': '7 days from the moment you submit.',
  },
  /** For the creator. */
  afterThem: {
    '24_hours': '24 hours from the moment they submit.',
    '7_days': '7 days from the moment they submit.',
  },
  /** Beside the status. */
  badge: { valid: 'valid until {at}', over: 'was valid until {at}' },
  record: { valid: 'Valid until {at}.', over: 'Was valid until {at}.' },
  until: 'Valid until',
  wasUntil: 'Was valid until',
  ended: 'The consent has ended. The record stays.',
})
