import { hashHex } from '../platform/hash-hex.ts'

/** The fingerprint of a name as it is signed: a verdict about one name says nothing of another. */
export function hashName(fullName: string): string {
  return hashHex(`identity-check-name\n${fullName.normalize('NFC').trim()}`)
}
