export { createEncryptedFiles, type EncryptedFiles } from './create-encrypted-files.ts'
export { createStorage, type StorageOptions } from './create-storage.ts'
export { openFilesPlace } from './files-place.ts'
export { findFault } from './find-fault.ts'
export { getCause, type Listed } from './place.ts'
export {
  type FileAddress,
  FileUnreadable,
  type Storage,
  StorageUnavailable,
  toKey,
} from './storage.ts'
