import type { GivenPass } from '../../../../contract/third-party.ts'
import { productName } from '../../../../domain/product.ts'
import words from '../../../../words/en/gate.ts'
import { RequestFailure } from '../../../api/request.ts'
import { tabStorage } from '../../../shared/forms/tab-storage.ts'

/** A pass through the gate, with the address that was proven: the watermark names it. */
export type KeptPass = GivenPass & { email: string }

const toKey = (formId: string) => `${productName.toLowerCase()}.gate.${formId}`

/** Keeps the pass in this tab, for this one verification. */
export function keepPass(formId: string, pass: KeptPass): void {
  tabStorage.write(toKey(formId), pass)
}

export function dropPass(formId: string): void {
  tabStorage.drop(toKey(formId))
}

/** The pass of this tab, if it still opens the verification at `now`. */
export function findPass(formId: string, now: Date): KeptPass | null {
  return parsePass(tabStorage.read(toKey(formId)), now)
}

/** A stored value as a pass that has not ended; `null` for anything else. */
export function parsePass(stored: unknown, now: Date): KeptPass | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { token, expiresAt, email } = stored as Record<string, unknown>
  if (typeof token !== 'string' || typeof expiresAt !== 'string' || typeof email !== 'string') return null
  return new Date(expiresAt) > now ? { token, expiresAt, email } : null
}

/** Why a link does not open, and whether trying again may help. */
export type LinkFault = { message: string; canRetry: boolean }

export const invalidLink: LinkFault = { message: words.invalidLink, canRetry: false }

/**
 * What a failed look at a link means. `notFoundMessage` differs between the link itself and the form behind its gate.
 */
export function toLinkFault(error: unknown, notFoundMessage: string = words.notFound): LinkFault {
  if (!(error instanceof RequestFailure)) return { message: words.unexpected, canRetry: true }
  if (error.status === 404) return { message: notFoundMessage, canRetry: false }
  return { message: words.notLoaded, canRetry: true }
}
