import { messages } from '../messages.ts'

/** What is odd in a record. */
export default messages('oddities', {
  /** Above what a record says of it. */
  title: 'Look at this twice',
  /** In a sentence about somebody else. */
  signature: {
    creator: 'The creator signed with other names than the one in this record.',
    third_party: 'The third party signed with other names than the one in this record.',
  },
  sameFile: {
    creator: 'The creator gave the same file as photo and as identity document.',
    third_party: 'The third party gave the same file as photo and as identity document.',
  },
  sameFileOfBoth:
    'The same file was given by both: as {one} of the creator and as {other} of the third party.',
  shared: {
    same_document: 'Both people gave the same identity document.',
    same_network: 'Both people used the same network, such as one Wi-Fi or one mobile provider.',
    same_browser: 'Both people used the same browser.',
  },
  /** The same, to the person who is about to do it. */
  own: {
    signature:
      'This is not the name in the record, {name}. You can sign with it all the same; the record will say that it is another.',
    sameFile:
      'Your photo and your ID are the same file. You can leave it so; the record will say that they are.',
    shared: {
      same_document:
        'The other person gave this identity document too. You can go on with it; the record will say that you both gave it.',
      same_network:
        'You are on the network on which the other person made this request, such as one Wi-Fi or one mobile provider. That is fine; the record will say so.',
      same_browser:
        'The other person made this request in this browser. That is fine; the record will say so.',
    },
  },
})
