export { findDocumentSource } from './document-source.ts'
export { createDueReadings } from './due-readings.ts'
export { forgetReadingsJob } from './forget-readings.ts'
export { eraseReadingsOf, gatherReadings } from './personal-data.ts'
export { readAgainOn } from './read-again.ts'
export { readDocumentJob } from './read-document-job.ts'
export {
  deleteReadingsOf,
  doesSayUnderAge,
  forgetReadings,
  isAnyUnderWay,
  isSameDocument,
  lockReadings,
  takeDocumentMark,
} from './store.ts'
export { takeAwayOwn } from './take-away-own.ts'
export { readThirdPartyClaims } from './third-party-claims.ts'
