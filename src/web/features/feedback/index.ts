export { FeedbackButton, useFeedbackDialog } from './feedback-button.tsx'
