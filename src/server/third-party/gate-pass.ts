import { createHash, randomBytes } from 'node:crypto'

/** How long a pass opens its verification. */
export const gatePassLifeMs = 60 * 60 * 1000

/** 256 random bits, as 43 characters of base64url. */
export function newGateToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: hex SHA-256, from which it cannot be found again. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
