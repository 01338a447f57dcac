export { allFeedback } from './store.ts'
