import { productName } from '../../../../domain/product.ts'
import { tabStorage } from '../../../shared/forms/tab-storage.ts'

/** A code is on its way to this address, and ends at `expiresAt`. */
export type AwaitedCode = { email: string; expiresAt: string }

const toKey = (formId: string) => `${productName.toLowerCase()}.gate-code.${formId}`

/** Remembers it in this tab: a phone that shows the mail may reload the page on the way back. */
export function keepAwaitedCode(formId: string, code: AwaitedCode): void {
  tabStorage.write(toKey(formId), code)
}

export function dropAwaitedCode(formId: string): void {
  tabStorage.drop(toKey(formId))
}

export function findAwaitedCode(formId: string, now: Date): AwaitedCode | null {
  return parseAwaitedCode(tabStorage.read(toKey(formId)), now)
}

/** A stored value as a code that has not ended; `null` for anything else. */
export function parseAwaitedCode(stored: unknown, now: Date): AwaitedCode | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { email, expiresAt } = stored as Record<string, unknown>
  if (typeof email !== 'string' || typeof expiresAt !== 'string') return null
  return new Date(expiresAt) > now ? { email, expiresAt } : null
}
