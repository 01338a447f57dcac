import { productName } from '../../domain/product.ts'
import { recordLinkLifeDays } from '../../domain/record/limits.ts'
import { messages } from '../messages.ts'

/** Mails about a record. */
export default messages('record-mails', {
  linkLife: `The link is only for you and works for ${recordLinkLifeDays} days. After that, its page can email you a new one.`,
  codeFirst: 'Before it opens your record, the page sends an eight-digit code to this address.',
  logIn: 'Log in to open it.',
  ready: {
    subject: 'Your record is ready',
    heading: 'Your record is ready',
    complete: 'You’ve both signed, and your record is sealed. You can read it and download it.',
    otherAge: 'Its first page says how each fact is known. About the other person’s age: {otherAge}',
    withdraw: 'You can withdraw your consent on the same page at any time, without a reason.',
    action: 'Open my record',
    footnote: `If you didn’t sign a record with ${productName}, someone used your address. Reply to this email and tell us.`,
  },
  withdrawal: {
    subject: 'Consent was withdrawn',
    heading: 'Consent was withdrawn',
    withdrawn: 'One of the two people in a record of yours has withdrawn their consent. It no longer holds.',
    held: 'A legal hold keeps both people’s photos and IDs, until {until} at the latest. They’re locked: neither of you can open the other’s any more.',
    destroyed: 'Both people’s photos and IDs have been deleted.',
    stays:
      'The sealed record stays as proof of what was agreed before, and a sealed addendum records the withdrawal.',
    newLink: 'Earlier links to the record no longer work. Use this one.',
    action: 'Open the record',
    footnote: 'Withdrawing needs no reason.',
  },
  newLink: {
    subject: 'Your link to your record',
    heading: 'Your link to your record',
    asked: 'Someone, hopefully you, asked for a new link to your record.',
    action: 'Open my record',
    footnote: 'If you didn’t ask for this, you can ignore this email: only you have the link.',
  },
  hold: {
    subjects: { hold_set: 'A legal hold was set', hold_ended: 'A legal hold has ended' },
    action: 'Open the record',
    footnote:
      'A legal hold is for claims before a court or an authority. If you think this one is misused, reply to this email and tell us.',
    setByYou: 'You set a legal hold on a record. It ends on {until}, or earlier if you lift it.',
    setByOther:
      'The other person in one of your records set a legal hold. It ends on {until}, or earlier if they lift it. The record’s page says why they set it.',
    keptForYou:
      'We keep the photos and IDs of both of you until then, even if the other person withdraws or closes their account. Once their normal time is over they’re locked: neither of you can open the other’s any more.',
    keptForOther:
      'We keep the photos and IDs of both of you until then, even if you withdraw your consent or close your account. Once their normal time is over they’re locked: neither of you can open the other’s any more.',
    /** Why the recipient's own hold ended. The recipient's account was not erased. */
    yoursEnded: {
      holder: 'You lifted your legal hold on a record.',
      withdrawal: 'Your legal hold on a record ended with your withdrawal.',
      erasure:
        'The legal hold on one of your records ended, because the account of the person who set it was erased.',
      time: 'Your legal hold on a record has ended.',
    },
    othersEnded: {
      holder: 'The legal hold on one of your records was lifted.',
      withdrawal:
        'The legal hold on one of your records ended, because the person who set it withdrew their consent.',
      erasure:
        'The legal hold on one of your records ended, because the account of the person who set it was erased.',
      time: 'The legal hold on one of your records has ended.',
    },
    anotherKeeps: 'Another hold still keeps the photos and IDs, until {until} at the latest.',
    /** The fate of the files when no other hold keeps them. */
    afterLast: {
      holder: 'Photos and IDs kept only for it are deleted. Any others stay until their normal time is over.',
      time: 'Photos and IDs kept only for it are deleted. Any others stay until their normal time is over.',
      withdrawal: 'Both people’s photos and IDs are deleted.',
      erasure:
        'Those of the person whose account was erased are deleted. Photos and IDs kept only for it are deleted. Any others stay until their normal time is over.',
    },
  },
})
