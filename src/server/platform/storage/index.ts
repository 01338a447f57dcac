export { createStorage, type StorageOptions } from './create-storage.ts'
export { filesPlace } from './files-place.ts'
export { findFault } from './find-fault.ts'
export { type FileAddress, FileUnreadable, type Storage } from './storage.ts'
