export { createIssuerLists, type IssuerLists, noIssuerLists, watchIssuerLists } from './issuer-lists.ts'
export { type ListSource, loadListSources } from './list-sources.ts'
export { canVerifyLists, maxListBytes } from './verify-list.ts'
