import { messages } from '../messages.ts'

/** The texts of the page of a created link (CREATE-16, CREATE-24). */
export default messages('created', {
  /** Also used as a toast. */
  title: 'Verification link created',
  /** Replaces the heading once the request is completed or closed. */
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
