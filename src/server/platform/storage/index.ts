export { createStorage, type StorageOptions } from './create-storage.ts'
export type { FileAddress, Storage } from './storage.ts'
