export { dropDrafts } from './wizard/draft.ts'
