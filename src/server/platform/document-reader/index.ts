export { createDocumentReader } from './create-document-reader.ts'
export type { DocumentReader } from './document-reader.ts'
