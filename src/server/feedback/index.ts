export { eraseFeedbackOf, gatherFeedback } from './personal-data.ts'
export { allFeedback } from './store.ts'
