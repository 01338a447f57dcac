import { credentialTypes, walletWays } from '../../../domain/wallet.ts'
import type { WalletBeginning } from '../../api/evidence.ts'
import { browserValue } from '../../shared/forms/tab-storage.ts'

/**
 * A request to a wallet or a voucher that this browser began. `scope` is its purpose; `uri` the address that opens the
 * wallet, or the voucher's page; `asked` what a wallet is asked, null for a voucher.
 */
export type KeptSession = {
  id: string
  secret: string
  scope: string
  expiresAt: string
  uri: string | null
  asked: WalletBeginning | null
}

/** Shared by all tabs: the wallet opens a new one when it is done. Each browser has only one request in progress. */
const newest = browserValue('wallet', (stored) => parseKept(stored, new Date(0)))

export const keepSession = (session: KeptSession) => newest.keep('newest', session)

export function dropSession(id: string): void {
  if (newest.find('newest')?.id === id) newest.drop('newest')
}

/** Finds this browser's request while it can still be answered. */
export const findSession = () => parseKept(newest.find('newest'), new Date())

/** Parses a stored value as an unexpired session; null for anything else. */
export function parseKept(stored: unknown, now: Date): KeptSession | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { id, secret, scope, expiresAt, uri, asked } = stored as Record<string, unknown>
  if (![id, secret, scope, expiresAt].every((part) => typeof part === 'string')) return null
  if (asked !== null && !isAsked(asked)) return null
  if (uri !== null && typeof uri !== 'string') return null
  return new Date(expiresAt as string) > now ? (stored as KeptSession) : null
}

function isAsked(stored: unknown): stored is WalletBeginning {
  if (typeof stored !== 'object' || stored === null) return false
  const { credentialType, asksName, way } = stored as Partial<WalletBeginning>
  const isKnown =
    credentialTypes.some((type) => type === credentialType) && walletWays.some((one) => one === way)
  return isKnown && typeof asksName === 'boolean'
}

/** Reads the session and its code from the fragment of a wallet's return address; null for any other. */
export function findReturn(hash: string): { session: string; responseCode: string } | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const session = fields.get('session')
  const responseCode = fields.get('response_code')
  return session && responseCode ? { session, responseCode } : null
}
