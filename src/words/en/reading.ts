import { messages } from '../messages.ts'

/** Everything that is said while an ID is read, and when it could not be (READING). What was read is said by the evidence's own words. */
export default messages('reading', {
  asking: 'Your ID is about to be read.',
  waiting:
    '{before, plural, =0 {Your ID is next to be read.} one {Your ID waits to be read: 1 is before it.} other {Your ID waits to be read: # are before it.}}',
  reading: 'Your ID is being read. This takes a few seconds.',
  read: 'Your ID was read',
  kept: 'We keep which kind of document it was, which state issued it, and whether it agrees. Its number and what else it says are forgotten.',
  better: 'Take a better photo',
  again: 'Try again',
  triesLeft:
    '{left, plural, =0 {There are no more tries.} one {You can try once more.} other {You can try # more times.}}',
  goOn: 'You can also go on like this: the record then says that you declared it.',
  mustBeRead: 'The other person asked for an ID that can be read.',
  failed: 'Your ID could not be sent to be read',
  failedText: 'Please check your connection and try again. The ID itself is saved.',
  /** The problem, and its solution. */
  faults: {
    under_age: [
      'The ID says that you are under 18',
      'Nobody under 18 can take part. What you uploaded is destroyed.',
    ],
    expired: ['The ID has expired', 'Please use one that is valid for longer than today.'],
    birth_date_differs: [
      'The ID has another date of birth',
      'Please check the date of birth that you typed, or use the right ID.',
    ],
    name_differs: [
      'The ID has another name',
      'Your age counts as read. Your name stays declared: please check how it was typed, if it should be the same.',
    ],
    two_documents: [
      'There is more than one document in the picture',
      'Please show one, and nothing else that can be read.',
    ],
    not_a_document: [
      'No ID was found in the picture',
      'Please show the whole photo page of a passport, the side of a card with the lines of letters and <, the back of a US or Canadian licence, or the whole front of a British one.',
    ],
    specimen: [
      'This is a specimen, or no state’s document',
      'Please use an ID that a state has issued to you.',
    ],
    unreadable: ['The ID could not be read', 'Please take the photo again: flat, sharp, and all of it.'],
    reader_unavailable: [
      'The ID could not be read just now',
      'This is no fault of yours and cost no try. Please try again in a moment.',
    ],
  },
})
