export { eraseFeedbackOf, feedbackOf } from './personal-data.ts'
export { allFeedback } from './store.ts'
