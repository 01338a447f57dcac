import type { Shared } from '../../domain/record/record.ts'
import { findAddress } from '../accounts/index.ts'
import type { ClientTraces } from '../http/client.ts'
import { type Queryable, sql } from '../platform/database/index.ts'
import type { Signing } from '../platform/keys/index.ts'
import { toMailbox } from '../platform/mail/index.ts'

/**
 * The creator's data for the comparison with the third party until the request ends, as keyed hashes; null if unknown.
 */
export type CreatorMarks = {
  document: string | null
  /** Their identity at a bank, eID or age key. */
  identity: string | null
  network: string | null
  browser: string | null
}

/** A trace's hash for one verification. */
export const markTrace = (signing: Signing, verificationId: string, of: string, trace: string): string =>
  signing.computeMark(`shared ${of}`, `${verificationId} ${trace}`)

/** Hashes a creator's traces for one verification. Hashes of different verifications can't be compared. */
export function markTraces(
  signing: Signing,
  verificationId: string,
  traces: ClientTraces & { document: string | null; identity: string | null },
): CreatorMarks {
  const mark = (of: string, trace: string | null) => trace && markTrace(signing, verificationId, of, trace)
  return {
    document: mark('document', traces.document),
    identity: mark('identity', traces.identity),
    network: mark('network', traces.network),
    browser: mark('browser', traces.browser),
  }
}

/** The traces other than an identity that the creator has too; none once a verification is no longer pending. */
export async function listSharedTraces(
  { signing }: { signing: Signing },
  q: Queryable,
  verificationId: string,
  traces: Partial<Omit<Parameters<typeof markTraces>[2], 'identity'>>,
): Promise<Shared[]> {
  const theirs = markTraces(signing, verificationId, {
    document: null,
    identity: null,
    network: null,
    browser: null,
    ...traces,
  })
  const row = await q.row<Record<'document' | 'network' | 'browser', boolean | null>>(sql`
    SELECT creator_document_mark = ${theirs.document} AS document, creator_network_mark = ${theirs.network} AS network,
      creator_browser_mark = ${theirs.browser} AS browser
    FROM verifications WHERE id = ${verificationId}`)
  return (['document', 'network', 'browser'] as const).flatMap((trace) =>
    row?.[trace] ? [`same_${trace}` as const] : [],
  )
}

/** The kinds of traces whose hashes are stored for a verification. */
export async function listKeptMarks(q: Queryable, verificationId: string): Promise<string[]> {
  const row = await q.row<CreatorMarks>(sql`
    SELECT creator_document_mark AS document, creator_identity_mark AS identity, creator_network_mark AS network,
      creator_browser_mark AS browser
    FROM verifications WHERE id = ${verificationId}`)
  return Object.entries(row ?? {}).flatMap(([of, mark]) => (mark === null ? [] : [of]))
}

/**
 * Whether an address is the creator's own, in any spelling, because creators cannot be their own third party
 * (CREATE-22, GATE-70).
 */
export async function isOwnAddress(q: Queryable, userId: string, address: string): Promise<boolean> {
  const own = await findAddress(q, userId)
  return own !== null && toMailbox(own.email) === toMailbox(address)
}
