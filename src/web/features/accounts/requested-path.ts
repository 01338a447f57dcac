import { toOwnPath } from './own-path.ts'

/** What a link to another of the ways in carries, so that they all end on the page that was asked for. */
export type WayIn = { from: string }

const parameter = 'next'

/** The page that somebody asked for before signing in, from the navigation's state or a mailed link's address; null when none of ours. */
export function findAskedPath(state: unknown, search = ''): string | null {
  const inState =
    typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
      ? state.from
      : null
  const asked = inState ?? new URLSearchParams(search).get(parameter)
  // The page is not asked where there is no window: nobody has asked for anything at build time.
  return asked === null || typeof window === 'undefined' ? null : toOwnPath(asked, window.location.origin)
}

/** Where a way in ends: on the page that was asked for, or on /dashboard. */
export function chooseRequestedPath(state: unknown, search = ''): string {
  return findAskedPath(state, search) ?? '/dashboard'
}

/** The state of a link to another way in. */
export function findWayIn(path: string | null): WayIn | null {
  return path === null ? null : { from: path }
}

/** The whole address of a page of ours, for a mailed link, which may be opened in another browser; with the page that was asked for. */
export function writeMailedAddress(page: string, path: string | null): string {
  const url = new URL(page, window.location.origin)
  if (path !== null) url.searchParams.set(parameter, path)
  return url.href
}
