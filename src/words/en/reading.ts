import { messages } from '../messages.ts'

/** The texts while an ID is read, and when it couldn't be read (READING). The results use the texts of the evidence. */
export default messages('reading', {
  asking: 'We’ll read your ID in a moment.',
  waiting:
    '{before, plural, =0 {Your ID is next.} one {1 ID is before yours.} other {# IDs are before yours.}}',
  reading: 'Reading your ID. This takes a few seconds.',
  read: 'Your ID was read',
  kept: 'We keep the kind of document, which state issued it, and whether it agrees with what was typed. We forget its number and everything else.',
  better: 'Take a better photo',
  again: 'Try again',
  triesLeft:
    '{left, plural, =0 {No more photos can be read.} one {You can have one more photo read.} other {You can have # more photos read.}}',
  goOn: 'You can also continue: the record then says that you stated your age.',
  goOnProven: 'You can also continue: the record then has the other proof of your age.',
  mustBeRead: 'The other person asked for an ID that can be read.',
  failed: 'We couldn’t read your ID',
  failedText: 'Please check your connection and try again. The ID is saved.',
  nameUnread: [
    'We couldn’t read the name on the ID',
    'Your age counts as read. For the name, the record says that you stated it. To have it read too, show the surname on the ID clearly.',
  ],
  /** The problem, and its solution. */
  faults: {
    under_age: ['The ID says you’re under 18', 'This service is for adults. What you uploaded is deleted.'],
    expired: ['The ID has expired or expires today', 'Use one that’s valid for longer.'],
    birth_date_differs: [
      'The ID has a different date of birth',
      'Check the date of birth you typed, or use the right ID.',
    ],
    name_differs: [
      'The ID has a different name',
      'Your age counts as read. The record keeps the typed name, and says that the ID has another.',
    ],
    two_documents: [
      'There’s more than one document in the picture',
      'Show only one, with no other text around it.',
    ],
    not_a_document: [
      'We found no ID in the picture',
      'Show the whole photo page of a passport, the side of a card with the code lines (<<<), the back of a US or Canadian licence, or the front of a British one.',
    ],
    specimen: ['This looks like a sample, or wasn’t issued by a government', 'Use an ID from a government.'],
    unreadable: ['We couldn’t read the ID', 'Take the photo again: flat, sharp, and the whole document.'],
    reader_unavailable: [
      'We couldn’t read the ID just now',
      'This didn’t use up a try. Please try again in a moment.',
    ],
  },
})
