import { draftLifeDays } from '../../domain/verification/verification.ts'
import { messages } from '../messages.ts'

/** Everything that is said about drafts (DRAFT). */
export default messages('draft', {
  saving: {
    saving: 'Saving draft...',
    saved: 'Draft saved',
    here: 'Not saved yet. Kept in this tab; we try again.',
  },
  kept: `Otherwise it stays: encrypted, for you alone, on every device on which you sign in. Destroyed with its files ${draftLifeDays} days after the last change.`,
  changed: 'This draft changed elsewhere',
  changedText:
    'It was saved, finished or started over in another tab or on another device. Nothing is overwritten until you choose.',
  takeUp: 'Take up what is there',
  keepThis: 'Go on with this one',
  startOver: 'Start over',
  startOverTitle: 'Start over?',
  startOverText: 'What you typed and uploaded for this verification is destroyed at once.',
  startedOver: 'Started over',
  startedOverText: 'Your draft and its files are destroyed.',
  startOverFailed: 'Not started over',
  startOverFailedText: 'Your draft may still be there. Please check your connection and try again.',
  goBack: 'Go back',
})
