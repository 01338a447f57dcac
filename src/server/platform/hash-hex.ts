import { createHash } from 'node:crypto'

/**
 * SHA-256 as 64 hex digits: how tokens and codes are stored and looked up, and files named. A text counts as its UTF-8
 * bytes.
 */
export function hashHex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
