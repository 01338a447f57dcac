import type { GivenPass } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/gate.ts'
import { RequestFailure } from '../../../api/request.ts'
import { browserValue, tabValue } from '../../../shared/forms/tab-storage.ts'

/** A pass through the gate, with the proven address, which the watermark shows. */
export type KeptPass = Pick<GivenPass, 'token' | 'expiresAt'> & { email: string }

export const gatePass = tabValue('gate', parsePass)

/**
 * The secret of this browser's set at one link: after the gate is passed again by the address alone, it finds what was
 * given in this browser (FORM-13). Exit this page deletes it with all of this storage.
 */
export const keptSetSecret = browserValue('set', (stored) => (typeof stored === 'string' ? stored : null))

/** Parses a stored value as an unexpired pass; `null` for anything else. */
export function parsePass(stored: unknown, now: Date): KeptPass | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { token, expiresAt, email } = stored as Record<string, unknown>
  if (typeof token !== 'string' || typeof expiresAt !== 'string' || typeof email !== 'string') return null
  return new Date(expiresAt) > now ? { token, expiresAt, email } : null
}

/** The reason why a link can't be opened, and whether a retry may help. */
export type LinkFault = { message: string; canRetry: boolean }

export const invalidLink: LinkFault = { message: words.invalidLink, canRetry: false }

/** Explains why a link could not be loaded. `notFoundMessage` differs between the link and the form behind its gate. */
export function toLinkFault(error: unknown, notFoundMessage: string = words.notFound): LinkFault {
  if (!(error instanceof RequestFailure)) return { message: words.unexpected, canRetry: true }
  if (error.status === 404) return { message: notFoundMessage, canRetry: false }
  return { message: words.notLoaded, canRetry: true }
}
