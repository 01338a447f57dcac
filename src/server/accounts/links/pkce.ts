import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type AuthRefusal, refuseAuth } from '../wire/auth-error.ts'

/** PKCE members of a request body; null and absent mean the implicit flow. */
export const pkceFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
}

export type PkceRequest = {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}

/**
 * The challenge of a request, null in the implicit flow. Only S256 (RFC 7636, section 4.2): with `plain` whoever sees the challenge has the
 * verifier.
 */
export function findCodeChallenge(body: PkceRequest): string | null | AuthRefusal {
  const challenge = body.code_challenge || null
  const method = body.code_challenge_method || null
  if (challenge === null && method === null) return null
  if (challenge === null || method === null) {
    return refuseAuth('validation_failed', {
      message: 'PKCE flow requires code_challenge_method and code_challenge',
    })
  }
  if (method.toLowerCase() !== 's256' || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    return refuseAuth('validation_failed', { message: 'code_challenge must be an S256 challenge' })
  }
  return challenge
}

/** Whether the verifier made the challenge, in constant time. */
export function isVerifierOf(challenge: string, verifier: string): boolean {
  const made = createHash('sha256').update(verifier).digest()
  const expected = Buffer.from(challenge, 'base64url')
  return made.length === expected.length && timingSafeEqual(made, expected)
}
