import { holdReasonLength } from '../../domain/record/legal-hold.ts'
import { holdDays } from '../../domain/record/limits.ts'
import { messages } from '../messages.ts'

/** The texts about a legal hold on both parties' pages (HOLD). */
export default messages('legal-hold', {
  title: 'Keep for a legal claim',
  lead: `For a claim before a court or an authority, we can keep both people’s photos and IDs for ${holdDays} days. We tell the other person.`,
  open: 'Set a legal hold',
  byYou: 'You set a legal hold',
  byOther: 'The other person set a legal hold',
  effect:
    'We keep both people’s photos and IDs until it ends. After their normal time they’re locked: neither of you can open the other’s.',
  setAt: 'Set',
  endsAt: 'Ends',
  reason: 'Reason',
  ended: 'Your legal hold has ended. You can’t set another one for this record.',

  dialog: 'Set a legal hold?',
  until:
    'Both people’s photos and IDs are kept until {at}, even if the other person withdraws or closes their account. It can’t be extended.',
  otherMailed: 'We email the other person.',
  otherNotMailed: 'The other person’s account is gone, so we can’t tell them.',
  points: [
    'After their normal time they’re locked: neither of you can open the other’s. We hand them to courts and authorities.',
    'You can lift it at any time. It ends if you withdraw, or when your account is erased.',
    'It doesn’t extend consent, reports nothing, and isn’t a court order.',
  ],
  reasonHint: `Why you need the files. The other person can read it. ${holdReasonLength.min} to ${holdReasonLength.max} characters.`,
  confirm: 'Set the hold now',
  leave: 'Leave it',
  failed: 'We couldn’t set the legal hold',
  done: 'Legal hold set',

  lift: 'Lift my legal hold',
  liftDialog: 'Lift your legal hold?',
  liftText:
    'It ends now, and you can’t set another one for this record. Photos and IDs kept only for it are deleted at once. Others stay until their normal time is over.',
  liftMailed: 'We email both of you.',
  liftConfirm: 'Lift it now',
  liftKeep: 'Keep it',
  liftFailed: 'We couldn’t lift the legal hold',
  lifted: 'Legal hold lifted',
  /** The messages for an invalid reason of a legal hold (HOLD-2). */
  reasonFaults: {
    short: `Say why in at least ${holdReasonLength.min} characters`,
    long: `Use at most ${holdReasonLength.max} characters`,
    notPlain: 'Type this again without hidden characters',
  },
})
