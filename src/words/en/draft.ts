import { draftLifeDays } from '../../domain/verification/verification.ts'
import { messages } from '../messages.ts'

/** The texts about drafts (DRAFT). */
export default messages('draft', {
  saving: {
    saving: 'Saving draft...',
    saved: 'Draft saved',
    here: 'Not saved yet. Kept in this tab while we try again.',
  },
  kept: `Your draft is encrypted and only for you, on every device you log in on. We delete it and its files ${draftLifeDays} days after your last change.`,
  changed: 'This draft changed elsewhere',
  changedText: 'Nothing is overwritten until you choose.',
  takeUp: 'Use the other one',
  keepThis: 'Keep this one',
  startOver: 'Start over',
  startOverTitle: 'Start over?',
  startOverText: 'What you typed and uploaded for this request is deleted at once.',
  startedOver: 'Started over',
  startedOverText: 'Your draft and its files are deleted.',
  startOverFailed: 'Not started over',
  startOverFailedText: 'Your draft may still be there. Please check your connection and try again.',
  goBack: 'Go back',
})
