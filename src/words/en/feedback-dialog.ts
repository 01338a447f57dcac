import { feedbackLimits } from '../../domain/feedback.ts'
import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** Everything that the feedback dialog says. */
export default messages('feedback-dialog', {
  title: 'Your feedback',
  rating: `How do you rate ${productName}?`,
  ratings: {
    1: 'Very poor',
    2: 'Poor',
    3: 'Fair',
    4: 'Good',
    5: 'Very good',
  },
  comment: 'Comment',
  commentHint: 'Optional. Leave out names and anything from a verification.',
  commentLength: `{length} / ${feedbackLimits.commentMax}`,
  withAccount: 'It is stored with your account.',
  anonymous: 'It is stored without your name and email address, so we cannot reply.',
  send: 'Send feedback',
  sending: 'Sending…',
  sent: 'Thank you for your feedback',
  sentText: 'It has arrived.',
  failed: 'Your feedback was not sent',
  kept: 'What you chose and wrote is still here.',
  network: 'Please check your connection and try again.',
  unexpected: 'Something went wrong on our side. Please try again.',
  tooMany: 'Several came from here within an hour. {when}',
  later: 'Please try again later.',
  signedOut: 'You are no longer signed in. Send it again to send it without your name.',
  /** The messages of invalid fields. */
  faults: {
    rating: 'Choose a rating. The comment can stay empty.',
    commentLength: `Please use at most ${feedbackLimits.commentMax} characters`,
    commentCharacters: 'Please type this again without hidden characters',
  },
})
