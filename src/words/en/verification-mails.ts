import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** Mails about a verification. */
export default messages('verification-mails', {
  nothingToDo: 'There is nothing that you have to do.',
  openHistory: 'Open it in my history',
  notCompleted: {
    subject: 'A verification was not completed',
    heading: 'A verification was not completed',
    paragraphs: [
      'The other person did not complete a verification that you asked for, and its link is closed. No reason is passed on.',
      'If one of you had given a photo or a document for it, it was destroyed.',
    ],
  },
  cancelled: {
    subject: 'A verification was taken back',
    heading: 'A verification was taken back',
    paragraphs: [
      'Somebody asked you to complete a verification and has taken that back. The link in the earlier mail is closed.',
      'If you had added a photo or a document there, it was destroyed.',
    ],
  },
  expired: {
    subject: 'A verification has expired',
    heading: 'A verification has expired',
    creator: 'The link of a verification that you asked for was not used in time, and is closed.',
    third_party:
      'A verification that somebody asked you for was not completed in time. The link in the earlier mail is closed.',
    destroyed: 'The photos and documents that were given for it were destroyed.',
    again: 'If you both still want it, make a new one.',
  },
  open: 'Open the verification',
  ignore: 'If you expect nothing of the kind, you can ignore this mail: nothing will happen.',
  invitation: {
    subject: 'A verification is waiting for you',
    heading: 'A verification is waiting for you',
    asked: `Somebody asks you to complete a verification with ${productName}. The page behind the link first asks for this email address, then says who asks and for what.`,
    free: 'Nothing is shared by opening the link. You decide on the page, and you can decline there.',
    closes: 'The link closes after {days} days.',
  },
  reminder: {
    subject: 'A verification is still waiting for you',
    heading: 'A verification is still waiting for you',
    asked: `Some days ago somebody asked you to complete a verification with ${productName}. It is still open, and closes on {day}.`,
    free: 'You need not do anything. If you do not want it, you can decline on the page behind the link, or let it close. This is the only reminder.',
  },
})
