export { createEncryption } from './create-encryption.ts'
export { type Encryption, KeyServiceUnavailable } from './encryption.ts'
