import { isCanonicalId } from '../../../domain/id.ts'
import type { Signing } from '../../platform/signing/index.ts'

const purpose = 'refresh-token'

/** What a refresh token stands for: one session at one turn of its counter. */
export type RefreshClaim = { sessionId: string; counter: number }

/**
 * `{session}.{counter}.{MAC}`. Nothing about it is stored: who reads or writes the database still cannot make one, because the MAC's key is
 * not there.
 */
export function mintRefreshToken(signing: Signing, { sessionId, counter }: RefreshClaim): string {
  const claim = `${sessionId}.${counter}`
  return `${claim}.${signing.computeMac(purpose, claim)}`
}

/** The claim of a token that we minted; null for anything else. */
export function parseRefreshToken(signing: Signing, token: string): RefreshClaim | null {
  const [sessionId, counter, mac, ...rest] = token.split('.')
  if (!sessionId || !counter || !mac || rest.length > 0) return null
  if (!isCanonicalId(sessionId) || !/^(0|[1-9]\d{0,14})$/.test(counter)) return null
  if (!signing.verifyMac(purpose, `${sessionId}.${counter}`, mac)) return null
  return { sessionId, counter: Number(counter) }
}
