export { createEncryption } from './create-encryption.ts'
export type { Encryption } from './encryption.ts'
