import { holdReasonLength } from '../../domain/record/legal-hold.ts'
import { holdDays } from '../../domain/record/limits.ts'
import { messages } from '../messages.ts'

/** The texts about a legal hold on both parties' pages (HOLD). */
export default messages('legal-hold', {
  title: 'Keep the documents for longer',
  lead: `For a claim before a court or an authority, you can have the photos and IDs of both of you kept for ${holdDays} days from now: a legal hold. The other person is told.`,
  open: 'Set a legal hold',
  byYou: 'You set a legal hold',
  byOther: 'The other person set a legal hold',
  effect:
    'Until it ends the photos and IDs of both of you are kept, whatever happens before. Once their normal time is over they are locked: neither of you can open the other’s any more.',
  setAt: 'Set',
  endsAt: 'Ends',
  reason: 'Reason',
  ended: 'Your legal hold has ended. Each of you can set one for a record, once.',

  dialog: 'Set a legal hold?',
  untilBefore: 'The photos and IDs of both of you are kept until',
  untilAfter: ', also if the other person withdraws or closes their account. It cannot be made longer.',
  otherMailed:
    'The other person is mailed that you set it and until when, and reads your reason on their page.',
  otherNotMailed: 'The other person has no account any more, so nobody tells them.',
  points: [
    'Once the normal time of the files is over they are locked: neither of you can open the other’s any more. Whoever runs this service hands them to courts and authorities.',
    'You can lift it at any time. It ends with your own withdrawal, and when your account is erased.',
    'It does not make consent last longer, reports nothing to anybody, and is no order of a court.',
  ],
  reasonHint: `Why the files are needed. The other person can read it. ${holdReasonLength.min} to ${holdReasonLength.max} characters.`,
  confirm: 'Set the hold now',
  leave: 'Leave it',
  failed: 'The legal hold could not be set',
  done: 'Legal hold set',

  lift: 'Lift my legal hold',
  liftDialog: 'Lift your legal hold?',
  liftText:
    'It ends now, and you cannot set another one for this record. Photos and IDs that are there for it alone are destroyed at once; any others stay until their normal time is over.',
  liftMailed: 'We mail this to both of you.',
  liftConfirm: 'Lift it now',
  liftKeep: 'Keep it',
  liftFailed: 'The legal hold could not be lifted',
  lifted: 'Legal hold lifted',
  /** The messages for an invalid reason of a legal hold (HOLD-2). */
  reasonFaults: {
    short: `Please say why in at least ${holdReasonLength.min} characters`,
    long: `Please use at most ${holdReasonLength.max} characters`,
    notPlain: 'Please type this again without hidden characters',
  },
})
