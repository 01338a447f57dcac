import { messages } from '../messages.ts'

/** Everything that the page of a link that was created says (CREATE-16, CREATE-24). */
export default messages('created', {
  /** Also said in passing. */
  title: 'Verification link created',
  /** In the place of the heading once the request is completed or over. */
  ended: 'This link has ended',
  completed: 'You’ve both signed',
  next: 'What happens next',
  steps: [
    'Send them the link in the chat you already use, so they expect it.',
    'They open it with their email address, read, give what you asked for, and sign.',
    'You’ll see it in your history once they’re done.',
  ],
  open: 'View Verification',
  backToDashboard: 'Back to Dashboard',
})
