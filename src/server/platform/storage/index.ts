export { createStorage, type StorageOptions } from './create-storage.ts'
export { findFault } from './find-fault.ts'
export type { FileAddress, Storage } from './storage.ts'
