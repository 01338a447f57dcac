import { feedbackLimits } from '../../domain/feedback.ts'
import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** The texts of the feedback dialog. */
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
  commentHint: 'Optional. Leave out names and anything from a request or record.',
  commentLength: `{length} / ${feedbackLimits.commentMax}`,
  withAccount: 'We store it with your account.',
  anonymous: 'We store it without your name and email, so we can’t reply.',
  send: 'Send feedback',
  sending: 'Sending…',
  sent: 'Thank you for your feedback',
  sentText: 'It has arrived.',
  failed: 'We couldn’t send your feedback',
  kept: 'What you chose and wrote is still here.',
  unexpected: 'Something went wrong. Please try again.',
  tooMany: 'We’ve had several from you in the last hour. {when}',
  later: 'Please try again later.',
  signedOut: 'You’re no longer logged in. You can send it without your name.',
  /** The messages of invalid fields. */
  faults: {
    rating: 'Choose a rating. The comment can stay empty.',
    commentLength: `Use at most ${feedbackLimits.commentMax} characters`,
    commentCharacters: 'Type this again without hidden characters',
  },
})
