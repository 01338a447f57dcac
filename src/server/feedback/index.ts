export { eraseFeedbackOf, gatherFeedback } from './personal-data.ts'
export { listAllFeedback } from './store.ts'
