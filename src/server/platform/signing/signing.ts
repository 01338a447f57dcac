/** Claims of an access token beyond those that jose sets (AUTH-3). */
export type AccessTokenClaims = Record<string, unknown> & { sub: string; session_id: string }

/** The keys that sign: an ES256 pair for access tokens and an HMAC key for refresh tokens and signed URLs. */
export type Signing = {
  /** A JWT, ES256 with kid, iss, iat, exp and a random jti. */
  signAccessToken(claims: AccessTokenClaims, issuedAt: Date, lifeSeconds: number): Promise<string>
  /** The claims of a token that we signed and that has not ended; null for anything else. */
  verifyAccessToken(token: string, now: Date): Promise<AccessTokenClaims | null>
  /** The public keys as a JWK set. */
  listKeys(): { keys: Record<string, unknown>[] }
  /** HMAC-SHA256 in base64url over `text`, in a domain separated by `purpose`. */
  computeMac(purpose: string, text: string): string
  /** Compares in constant time. */
  verifyMac(purpose: string, text: string, mac: string): boolean
}

/** Which keys a process has, without any of them: two processes can be told apart by it. Key ids are thumbprints (RFC 7638). */
export type SigningMarks = { signs: string; verifies: string[]; mac: string }

export function describeSigning(signing: Signing): SigningMarks {
  const verifies = signing.listKeys().keys.map(({ kid }) => String(kid))
  return { signs: verifies[0] ?? '', verifies, mac: signing.computeMac('installation', 'mark') }
}

/** Whether two processes take each other's access tokens, sessions and signed URLs. */
export function doKeysFit(one: SigningMarks, other: SigningMarks): boolean {
  return one.mac === other.mac && one.verifies.includes(other.signs) && other.verifies.includes(one.signs)
}
