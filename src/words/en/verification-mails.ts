import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** Mails about a verification. */
export default messages('verification-mails', {
  nothingToDo: 'You don’t have to do anything.',
  openHistory: 'Open it in my history',
  notCompleted: {
    subject: 'A request wasn’t completed',
    heading: 'A request wasn’t completed',
    paragraphs: [
      'The other person didn’t complete your request, and its link is closed. We don’t pass on reasons.',
      'Photos and IDs given for it have been deleted.',
    ],
  },
  cancelled: {
    subject: 'A request was cancelled',
    heading: 'A request was cancelled',
    paragraphs: [
      'The person who sent you a request has cancelled it. The link in our earlier email is closed.',
      'If you’d added a photo or an ID there, it has been deleted.',
    ],
  },
  expired: {
    subject: 'A request has expired',
    heading: 'A request has expired',
    creator: 'Your request wasn’t completed in time, and its link is closed.',
    third_party: 'A request you were sent wasn’t completed in time. The link in our earlier email is closed.',
    destroyed: 'Photos and IDs given for it have been deleted.',
    again: 'If you both still want it, make a new one.',
  },
  open: 'Open the request',
  ignore: 'If you weren’t expecting this, you can ignore this email.',
  invitation: {
    subject: 'You’ve been asked for a verification',
    heading: 'You’ve been asked for a verification',
    asked: `Someone sent you a request with ${productName}. The link first asks for this email address, then shows who asks and for what.`,
    free: 'Opening the link shares nothing. You decide on the page, and you can decline there.',
    closes: 'The link closes after {days} days. We remind you twice at most.',
  },
  reminder: {
    subject: 'A request is still waiting for you',
    heading: 'A request is still waiting for you',
    asked: `A few days ago someone sent you a request with ${productName}. It is still open and closes on {at}.`,
    free: 'You don’t have to do anything. If you don’t want it, decline on the page or let it close.',
    notLast: 'We remind you once more at most.',
    last: 'This is the last reminder.',
  },
})
