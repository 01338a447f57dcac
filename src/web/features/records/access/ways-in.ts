import { tabStorage } from '../../../shared/forms/tab-storage.ts'

/** What a third party shows to open their record: what a mailed code gave, a mailed link, or their account. */
export type WayIn = GivenWay | typeof byAccount
export type GivenWay = { kind: 'pass' | 'link'; token: string }
export const byAccount = { kind: 'account' } as const

/** Kept for as long as the tab lives, so that a reload still opens the record. */
const toKey = (kind: GivenWay['kind'], id: string) => `record-${kind}.${id}`

/** The token behind the # of a mailed link, null when there is none. What ended a sentence may have been copied with it. */
export function findTokenInHash(hash: string): string | null {
  return /^#([\w-]{43})[.,;:!?)\]>]*$/.exec(hash)?.[1] ?? null
}

export function keepWay(id: string, { kind, token }: GivenWay): void {
  tabStorage.write(toKey(kind, id), token)
}

export function dropWay(id: string, kind: WayIn['kind']): void {
  if (kind !== 'account') tabStorage.drop(toKey(kind, id))
}

/**
 * What this tab was given to open a record with, to be tried one after the other: the pass lives an hour, the link a month.
 *
 * @param link the token of the link that led here; where storage is closed it is kept nowhere else
 */
export function listWaysIn(id: string, link: string | null): GivenWay[] {
  const kept = { pass: tabStorage.read(toKey('pass', id)), link: link ?? tabStorage.read(toKey('link', id)) }
  return (['pass', 'link'] as const).flatMap((kind) => {
    const token = kept[kind]
    return typeof token === 'string' ? [{ kind, token }] : []
  })
}
