export { dropDrafts, dropDraftsOfOthers, followLogOut } from './wizard/draft.ts'
