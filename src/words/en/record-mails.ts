import { productName } from '../../domain/product.ts'
import { recordLinkLifeDays } from '../../domain/record/limits.ts'
import { messages } from '../messages.ts'

/** Mails about a record. */
export default messages('record-mails', {
  linkLife: `The link is personal and works for ${recordLinkLifeDays} days. Once it has ended, its page mails you a new one.`,
  logIn: 'Log in to open it.',
  ready: {
    subject: 'Your record is ready',
    heading: 'Your record is ready',
    complete:
      'The verification that you took part in is complete. Its record is sealed: you can read it, download it as PDF and as JSON, and keep it.',
    otherAge: 'Its first page says how each thing is known. Of the other person’s age: {otherAge}',
    withdraw: 'You can withdraw your consent on the same page, at any time and without a reason.',
    action: 'Open my record',
    footnote: `If you took part in no verification with ${productName}, somebody used your address; answer this mail and tell us.`,
  },
  withdrawal: {
    subject: 'Consent was withdrawn',
    heading: 'Consent was withdrawn',
    withdrawn:
      'One of the parties of a verification that you took part in has withdrawn their consent. It no longer holds.',
    held: 'A legal hold keeps the photos and identity documents of both parties, until {until} at the latest. They are locked: neither of you can open the other’s any more.',
    destroyed: 'The photos and identity documents of both parties were destroyed.',
    stays:
      'The sealed record stays as proof of what was agreed before, and a sealed addendum records the withdrawal.',
    newLink: 'Links to the record that were mailed to you earlier have ended; this one takes their place.',
    action: 'Open the record',
    footnote: 'No reason was asked for, and none was given.',
  },
  newLink: {
    subject: 'Your link to your record',
    heading: 'Your link to your record',
    asked: 'Somebody, hopefully you, asked for a new link to a record of yours.',
    action: 'Open my record',
    footnote: 'If you did not ask for this, you can ignore this mail: nobody but you has the link.',
  },
  hold: {
    subjects: { hold_set: 'A legal hold was set', hold_ended: 'A legal hold has ended' },
    action: 'Open the record',
    footnote:
      'A legal hold is for claims before a court or an authority. If you believe that this one is misused, answer this mail and tell us.',
    setByYou: 'You set a legal hold on a record of yours. It ends on {until}, or earlier if you lift it.',
    setByOther:
      'The other person of a record of yours set a legal hold. It ends on {until}, or earlier if they lift it. Why they set it stands on the page of the record.',
    keptForYou:
      'The photos and identity documents of both of you are kept until then, also if the other person withdraws or closes their account. Once their normal time is over they are locked: neither of you can open the other’s any more.',
    keptForOther:
      'The photos and identity documents of both of you are kept until then, also if you withdraw your consent or close your account. Once their normal time is over they are locked: neither of you can open the other’s any more.',
    /** Why one's own hold ended. The account of somebody who is mailed was not erased. */
    yoursEnded: {
      holder: 'You lifted your legal hold on a record.',
      withdrawal: 'Your legal hold on a record ended with your withdrawal.',
      erasure:
        'The legal hold on a record of yours ended, because the account of the person who set it was erased.',
      time: 'Your legal hold on a record has ended.',
    },
    othersEnded: {
      holder: 'The legal hold on a record of yours was lifted.',
      withdrawal: 'The legal hold on a record of yours ended, because who set it withdrew their consent.',
      erasure:
        'The legal hold on a record of yours ended, because the account of the person who set it was erased.',
      time: 'The legal hold on a record of yours has ended.',
    },
    anotherKeeps: 'Another hold still keeps the photos and identity documents, until {until} at the latest.',
    /** The fate of the files when no other hold keeps them. */
    afterLast: {
      holder:
        'Photos and identity documents that were there for it alone are destroyed. Any others stay until their normal time is over.',
      time: 'Photos and identity documents that were there for it alone are destroyed. Any others stay until their normal time is over.',
      withdrawal: 'The photos and identity documents of both people are destroyed.',
      erasure:
        'Those of the person whose account was erased are destroyed. Photos and identity documents that were there for it alone are destroyed. Any others stay until their normal time is over.',
    },
  },
})
