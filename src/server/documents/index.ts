export { type AcceptedFile, acceptFile } from './accept-file.ts'
export {
  destroyDocumentsOf,
  destroyOwn as destroyOwnDocuments,
  destroyUnsubmittedDocumentsOf,
  destroyUnusedOf,
  destroyUpload,
  destroyWithheldOf as destroyWithheldDocumentsOf,
  dueDestruction,
  eraseJob,
  sweepDocumentsJob,
} from './destroy-documents.ts'
export { drawJob } from './draw-stored-pdfs.ts'
export {
  destroyCreatorsFiles,
  destroyOwnFiles,
  destroyThirdPartyFiles,
  removeUnnamedFiles,
} from './erase-uploads.ts'
export { listFiles, type OwnFile } from './erasure-store.ts'
export { everyFile, everyFileAddress } from './every-file.ts'
export { withholdAllOf as withholdDocumentsOf } from './giving-up-store.ts'
export { keepDocument } from './keep-document.ts'
export { newestDocumentFiles } from './newest-files.ts'
export { addressOfFile, presentDocument, viewDocument } from './present-document.ts'
export { addressOfSignedUrl } from './signed-url.ts'
export {
  attach as attachDocument,
  attachedWithFingerprint,
  type DocumentOwner,
  type DocumentRow,
  documentsById,
  hasUnused as hasUnusedDocument,
  newestUpload,
  uploadAt,
} from './store.ts'
