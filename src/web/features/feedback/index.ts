export { FeedbackButton } from './feedback-button.tsx'
export { useFeedbackDialog } from './use-feedback-dialog.tsx'
