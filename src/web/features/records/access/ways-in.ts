import { hasStoredSession } from '../../../api/session.ts'
import { tabStorage } from '../../../shared/forms/tab-storage.ts'

/** What a third party shows to open their record: what a mailed code gave, a mailed link, or their account. */
export type WayIn = { kind: 'pass' | 'link'; token: string } | { kind: 'account' }
type KeptWay = Exclude<WayIn, { kind: 'account' }>

/** Kept for as long as the tab lives, so that a reload still opens the record. */
const keyOf = (kind: KeptWay['kind'], id: string) => `record-${kind}.${id}`

/** The token behind the # of a mailed link, null when there is none. */
export function tokenInHash(hash: string): string | null {
  return /^#([\w-]{43})$/.exec(hash)?.[1] ?? null
}

export function keepWay(id: string, { kind, token }: KeptWay): void {
  tabStorage.write(keyOf(kind, id), token)
}

export function dropWay(id: string, kind: WayIn['kind']): void {
  if (kind !== 'account') tabStorage.drop(keyOf(kind, id))
}

/**
 * The ways that this tab has into a record, to be tried one after the other: the pass lives an hour, the link a month.
 *
 * @param link the token of the link that led here; where storage is closed it is kept nowhere else
 */
export function waysIn(id: string, link: string | null): WayIn[] {
  const kept = { pass: tabStorage.read(keyOf('pass', id)), link: link ?? tabStorage.read(keyOf('link', id)) }
  const ways = (['pass', 'link'] as const).flatMap((kind): WayIn[] => {
    const token = kept[kind]
    return typeof token === 'string' ? [{ kind, token }] : []
  })
  return hasStoredSession() ? [...ways, { kind: 'account' }] : ways
}
