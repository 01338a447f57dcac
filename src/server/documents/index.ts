export {
  destroyDocumentsOf,
  destroyUnsubmittedDocumentsOf,
  destroyUpload,
  destroyWithheldOf as destroyWithheldDocumentsOf,
  eraseJob,
  eraseLateJob,
  erasuresDuty,
  sweepDocumentsJob,
} from './destroy-documents.ts'
export { withholdAllOf as withholdDocumentsOf } from './destruction-store.ts'
export {
  destroyCreatorsFiles,
  destroyOwnFiles,
  destroyThirdPartyFiles,
  listFiles,
  type OwnFile,
  removeUnnamedFiles,
} from './erase-uploads.ts'
export { acceptFile, keepDocument } from './keep-document.ts'
export {
  endKeptProof,
  forgetKeptProof,
  gatherKeptProofs,
  takeOwnKeptProof,
  takeThirdPartyKeptProof,
} from './kept-proofs.ts'
export {
  deleteReadingsOf,
  eraseReadingsOf,
  forgetReadings,
  forgetReadingsOf,
  gatherReadings,
  hasPendingReading,
  hasUnderAgeReading,
  isSameDocument,
  lockReadings,
  takeDocumentMark,
} from './reading-store.ts'
export {
  findDocumentSource,
  forgetReadingsJob,
  readingsDuty,
  rereadForDay,
  wasReadingShown,
} from './readings.ts'
export { removeOwnDocuments } from './remove-document.ts'
export { parseSignedUrl, presentDocument, showDocument, signFileAddress } from './serve-file.ts'
export {
  attach as attachDocument,
  type DocumentOwner,
  type DocumentRow,
  findAttachedWithFingerprint,
  findNewestUpload,
  findUploadAt,
  type Giver,
  hasUnused as hasUnusedDocument,
  isOwnedBy,
  type LinkSet,
  type LinkSets,
  listDocumentsById,
  listEveryFile,
  listEveryFileAddress,
  lockKeptFile,
  toColumns,
} from './store.ts'
