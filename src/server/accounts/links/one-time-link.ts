import type { Signing } from '../../platform/signing/index.ts'

/** Marks the link of a PKCE flow (AUTH-12). */
const pkcePrefix = 'pkce_'

/**
 * The secret of a mailed link: 256 bits that follow from the token's random id and a key outside the database. So the database needs to keep
 * no more than its hash, and the job that writes the mail no more than the id.
 */
export function makeLinkToken(signing: Signing, id: string, { pkce }: { pkce: boolean }): string {
  return `${pkce ? pkcePrefix : ''}${signing.computeMac('one-time-link', id)}`
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(pkcePrefix)
}

/** Six digits, or eight, that follow from the token's id in the same way. Few enough to guess: count the tries. */
export function makeTypedCode(signing: Signing, id: string, digits: 6 | 8 = 6): string {
  const bytes = Buffer.from(signing.computeMac('one-time-code', id), 'base64url')
  return String(bytes.readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0')
}
