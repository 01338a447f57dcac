import { createHash } from 'node:crypto'

/**
 * SHA-256 as 64 hex digits, for storing and looking up tokens and codes, and for naming files. Text is hashed as UTF-8.
 */
export function hashHex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
