import { productName } from '../../../domain/product.ts'

/** A request to a wallet that this browser began. `scope` is what for; `uri` what the wallet is opened by. */
export type KeptSession = { id: string; secret: string; scope: string; expiresAt: string; uri: string | null }

/** For all tabs: the wallet opens a new one when it is done. */
const key = `${productName.toLowerCase()}.wallet`

/** Keeps the newest; each browser has only one request in progress. */
export function keepSession(session: KeptSession): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(session))
  } catch {
    // On this page it goes on without; only the way back from a wallet on the same phone needs it.
  }
}

export function dropSession(id: string): void {
  try {
    if (parseKept(window.localStorage.getItem(key), new Date(0))?.id === id)
      window.localStorage.removeItem(key)
  } catch {
    // Storage is closed: nothing was kept.
  }
}

/** What this browser began and can still be answered at `now`. */
export function findSession(now: Date): KeptSession | null {
  try {
    return parseKept(window.localStorage.getItem(key), now)
  } catch {
    return null
  }
}

/** A stored text as a session that has not ended; null for anything else. */
export function parseKept(text: string | null, now: Date): KeptSession | null {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? 'null')
  } catch {
    return null
  }
  if (typeof stored !== 'object' || stored === null) return null
  const { id, secret, scope, expiresAt, uri } = stored as Record<string, unknown>
  if (![id, secret, scope, expiresAt].every((part) => typeof part === 'string')) return null
  if (uri !== null && typeof uri !== 'string') return null
  return new Date(expiresAt as string) > now ? (stored as KeptSession) : null
}

/** What a wallet's way back carries behind the #; null for anything else. */
export function findReturn(hash: string): { session: string; responseCode: string } | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const session = fields.get('session')
  const responseCode = fields.get('response_code')
  return session && responseCode ? { session, responseCode } : null
}
