import { type VoucherKind, voucherKinds } from '../../../domain/voucher.ts'
import { tabValue } from '../../shared/forms/tab-storage.ts'
import { findSession, type KeptSession } from './kept-session.ts'

/** The purpose of a request to a voucher: its kind, and that of the page's proofs. */
export const toVoucherScope = (kind: VoucherKind, scope: string) => `${kind} ${scope}`

const findKind = ({ scope }: KeptSession): VoucherKind | undefined =>
  voucherKinds.find((kind) => scope.startsWith(`${kind} `))

/** By what this browser has a proof of this scope under way; null if it hasn't. */
export function findWayUnderWay(scope: string): VoucherKind | 'wallet' | null {
  const kept = findSession()
  if (kept?.scope === scope) return 'wallet'
  return voucherKinds.find((kind) => kept?.scope === toVoucherScope(kind, scope)) ?? null
}

/** This browser's request to a voucher, with the kind, while it can still be answered. */
export function findVoucherSession(): { kept: KeptSession; kind: VoucherKind } | null {
  const kept = findSession()
  const kind = kept && findKind(kept)
  return kind ? { kept, kind } : null
}

const newestPath = tabValue('voucher-from', parsePath)

/** The path of the page from which this tab went to a voucher. */
export const wayBack = {
  keep: (path: string) => newestPath.keep('newest', path),
  find: () => newestPath.find('newest'),
}

/** Parses a stored value as a path of this site; null for anything else. */
export function parsePath(stored: unknown): string | null {
  return typeof stored === 'string' && /^\/(?![/\\])/.test(stored) ? stored : null
}
