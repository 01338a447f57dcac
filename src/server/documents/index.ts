export { acceptFile } from './accept-file.ts'
export {
  createDueDestruction,
  destroyDocumentsOf,
  destroyOwn as destroyOwnDocuments,
  destroyUnsubmittedDocumentsOf,
  destroyUnusedOf,
  destroyUpload,
  destroyWithheldOf as destroyWithheldDocumentsOf,
  eraseJob,
  eraseLateJob,
  sweepDocumentsJob,
} from './destroy-documents.ts'
export {
  destroyCreatorsFiles,
  destroyOwnFiles,
  destroyThirdPartyFiles,
  removeUnnamedFiles,
} from './erase-uploads.ts'
export { listFiles, type OwnFile } from './erasure-store.ts'
export { listEveryFile, listEveryFileAddress } from './every-file.ts'
export { withholdAllOf as withholdDocumentsOf } from './giving-up-store.ts'
export { keepDocument } from './keep-document.ts'
export { presentDocument, showDocument, signFileAddress } from './present-document.ts'
export { parseSignedUrl } from './signed-url.ts'
export {
  attach as attachDocument,
  type DocumentOwner,
  type DocumentRow,
  findAttachedWithFingerprint,
  findNewestUpload,
  findUploadAt,
  hasUnused as hasUnusedDocument,
  listDocumentsById,
} from './store.ts'
