import type { GivenPass } from '../../../contract/third-party.ts'
import { browserValue, tabValue } from '../forms/tab-storage.ts'

/**
 * A pass through the gate, with the proven address, which the watermark shows. `hasSubmitted`: it was used for the
 * answer that completed the request, or for one that may have, so it opens the record.
 */
export type KeptPass = Pick<GivenPass, 'token' | 'expiresAt'> & { email: string; hasSubmitted?: true }

/** Stays after the submission, because the pass then opens the record (RECORD-74). */
export const gatePass = tabValue('gate', parsePass)

/**
 * The secret of this browser's set at one link: after the gate is passed again by the address alone, it finds what was
 * given in this browser (FORM-13). Exit this page deletes it with all of this storage.
 */
export const keptSetSecret = browserValue('set', (stored) => (typeof stored === 'string' ? stored : null))

/** Parses a stored value as an unexpired pass; `null` for anything else. */
export function parsePass(stored: unknown, now: Date): KeptPass | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { token, expiresAt, email, hasSubmitted } = stored as Record<string, unknown>
  if (typeof token !== 'string' || typeof expiresAt !== 'string' || typeof email !== 'string') return null
  const pass = { token, expiresAt, email, ...(hasSubmitted === true ? { hasSubmitted: true as const } : {}) }
  return new Date(expiresAt) > now ? pass : null
}
